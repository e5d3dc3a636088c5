import { defineModule } from '../../tasks/define-module.ts';
import { fleetPlans } from './fleet-plans.ts';
import { fleetRoutes } from './fleet.routes.ts';
import { fleetTasks } from './fleet.tasks.ts';

export const fleetModule = defineModule({
  routes: { fleet: fleetRoutes },
  taskKinds: fleetTasks,
  planKinds: fleetPlans,
});
