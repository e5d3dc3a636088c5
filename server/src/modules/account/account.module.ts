import { defineModule } from '../../tasks/define-module.ts';
import { accountRoutes } from './account.routes.ts';
import { sweepChanges } from './email-change.repo.ts';

export const accountModule = defineModule({
  routes: { account: accountRoutes },
  sweeps: [{ every: 'hour', remove: ({ db }, now) => sweepChanges(db, now) }],
});
