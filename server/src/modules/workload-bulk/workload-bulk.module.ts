import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { deleteBulks } from '../bulk/bulk.repo.ts';
import { bulkRoutes, tagRoutes } from './workload-bulk.routes.ts';
import { workloadBulkKinds } from './workload-bulk.tasks.ts';

export const workloadBulkModule = defineModule({
  routes: { bulk: bulkRoutes, tag: tagRoutes },
  taskKinds: workloadBulkKinds,
  sweeps: [{ every: 'day', keepMs: 31 * DAY_MS, remove: ({ db }, before) => deleteBulks(db, before) }],
});
