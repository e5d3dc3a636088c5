import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { githubAppRoutes } from './github-app.routes.ts';
import { sweepAttempts } from './github-app.repo.ts';
import { sweepRevocations } from './revocation.repo.ts';
import { revokeKinds } from './revoke.tasks.ts';

const FAILED_DAYS = 30;

export const githubAppModule = defineModule({
  routes: { github: githubAppRoutes },
  taskKinds: revokeKinds,
  sweeps: [
    { every: 'hour', remove: ({ db }, before) => sweepAttempts(db, before) },
    { every: 'day', keepMs: FAILED_DAYS * DAY_MS, remove: ({ db }, before) => sweepRevocations(db, before) },
  ],
});
