import { defineModule } from '../../tasks/define-module.ts';
import { secondFactorRoutes, secondStepRoutes } from './second-factor.routes.ts';

export const secondFactorModule = defineModule({
  routes: { session: secondStepRoutes, security: secondFactorRoutes },
});
