import { defineModule } from '../../tasks/define-module.ts';
import { sweepChallenges } from './passkey.repo.ts';
import { passkeyRoutes } from './passkey.routes.ts';
import { secondFactorRoutes, secondStepRoutes } from './second-factor.routes.ts';

export const secondFactorModule = defineModule({
  routes: { passkey: passkeyRoutes, session: secondStepRoutes, security: secondFactorRoutes },
  sweeps: [{ every: 'hour', remove: ({ db }, now) => sweepChallenges(db, now) }],
});
