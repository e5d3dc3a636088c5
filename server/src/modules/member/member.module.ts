import { defineModule } from '../../tasks/define-module.ts';
import { memberRoutes } from './member.routes.ts';

export const memberModule = defineModule({
  routes: { member: memberRoutes },
});
