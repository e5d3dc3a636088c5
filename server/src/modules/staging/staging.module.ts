import { defineModule } from '../../tasks/define-module.ts';
import { stagingRoutes } from './staging.routes.ts';
import { stagingKinds } from './staging.tasks.ts';

export const stagingModule = defineModule({
  routes: { staging: stagingRoutes },
  taskKinds: stagingKinds,
});
