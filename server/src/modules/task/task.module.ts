import { defineModule } from '../../tasks/define-module.ts';
import { taskRoutes } from './task.routes.ts';

export const taskModule = defineModule({
  routes: { task: taskRoutes },
});
