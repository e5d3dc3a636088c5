import { defineModule } from '../../tasks/define-module.ts';
import { appRoutes } from './app.routes.ts';

export const appModule = defineModule({
  routes: { app: appRoutes },
});
