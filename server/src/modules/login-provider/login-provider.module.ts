import { defineModule } from '../../tasks/define-module.ts';
import { sweepAttempts } from './login-provider.repo.ts';
import { loginProviderRoutes } from './login-provider.routes.ts';

export const loginProviderModule = defineModule({
  routes: { loginProvider: loginProviderRoutes },
  sweeps: [{ every: 'hour', remove: ({ db }, now) => sweepAttempts(db, now) }],
});
