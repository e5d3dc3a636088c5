import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { sweepApiTokens } from './api-token.repo.ts';
import { apiTokenRoutes } from './api-token.routes.ts';

export const apiTokenModule = defineModule({
  routes: { apiToken: apiTokenRoutes },
  sweeps: [{ every: 'day', keepMs: 90 * DAY_MS, remove: ({ db }, before) => sweepApiTokens(db, before) }],
});
