import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { sweepAccesses } from './site-access.repo.ts';
import { siteAccessRoutes } from './site-access.routes.ts';

export const siteAccessModule = defineModule({
  routes: { siteAccess: siteAccessRoutes },
  sweeps: [{ every: 'day', keepMs: 31 * DAY_MS, remove: ({ db }, before) => sweepAccesses(db, before) }],
});
