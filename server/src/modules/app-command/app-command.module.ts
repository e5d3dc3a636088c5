import { defineModule } from '../../tasks/define-module.ts';
import { appCommandRoutes } from './app-command.routes.ts';
import { commandKind } from './app-command.tasks.ts';

export const appCommandModule = defineModule({
  routes: { app: appCommandRoutes },
  taskKinds: { 'app.command': commandKind },
});
