import { defineModule } from '../../tasks/define-module.ts';
import { customerRoutes } from './customer.routes.ts';

export const customerModule = defineModule({
  routes: { customer: customerRoutes },
});
