import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { deleteBulks } from './customer-bulk.repo.ts';
import { customerBulkKinds } from './customer-bulk.tasks.ts';
import { customerKinds } from './customer-end.tasks.ts';
import { customerRoutes } from './customer.routes.ts';

export const customerModule = defineModule({
  routes: { customer: customerRoutes },
  taskKinds: { ...customerKinds, ...customerBulkKinds },
  sweeps: [{ every: 'day', keepMs: 31 * DAY_MS, remove: ({ db }, before) => deleteBulks(db, before) }],
  schedules: [{ id: 'panel.customers', resourceId: 'customers', cron: '41 * * * *' }],
});
