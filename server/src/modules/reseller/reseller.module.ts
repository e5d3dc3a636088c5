import { defineModule } from '../../tasks/define-module.ts';
import { resellerKinds } from './reseller-end.tasks.ts';
import { resellerRoutes } from './reseller.routes.ts';

export const resellerModule = defineModule({
  routes: { reseller: resellerRoutes },
  taskKinds: resellerKinds,
  // Before that of customers, which continues what it begins.
  schedules: [{ id: 'panel.partners', resourceId: 'partners', cron: '37 * * * *' }],
});
