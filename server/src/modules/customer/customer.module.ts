import { defineModule } from '../../tasks/define-module.ts';
import { customerBulkKinds } from './customer-bulk.tasks.ts';
import { customerKinds } from './customer-end.tasks.ts';
import { customerRoutes } from './customer.routes.ts';

export const customerModule = defineModule({
  routes: { customer: customerRoutes },
  taskKinds: { ...customerKinds, ...customerBulkKinds },
  schedules: [{ id: 'panel.customers', resourceId: 'customers', cron: '41 * * * *' }],
});
