import { defineModule } from '../../tasks/define-module.ts';
import { githubAppRoutes } from './github-app.routes.ts';
import { sweepAttempts } from './github-app.repo.ts';

export const githubAppModule = defineModule({
  routes: { github: githubAppRoutes },
  sweeps: [{ every: 'hour', remove: ({ db }, before) => sweepAttempts(db, before) }],
});
