import { defineModule } from '../../tasks/define-module.ts';
import { blueprintRoutes } from './blueprint.routes.ts';
import { blueprintKinds } from './blueprint.tasks.ts';

export const blueprintModule = defineModule({
  routes: { blueprint: blueprintRoutes },
  taskKinds: blueprintKinds,
});
