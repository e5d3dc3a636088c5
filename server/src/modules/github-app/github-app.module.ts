import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { githubAppHooks } from './event.page.ts';
import { githubAppRoutes } from './github-app.routes.ts';
import { sweepAttempts, sweepEvents } from './github-app.repo.ts';

export const githubAppModule = defineModule({
  routes: { github: githubAppRoutes },
  hooks: [githubAppHooks],
  sweeps: [
    { every: 'hour', remove: ({ db }, before) => sweepAttempts(db, before) },
    { every: 'day', keepMs: 30 * DAY_MS, remove: ({ db }, before) => sweepEvents(db, before) },
  ],
});
