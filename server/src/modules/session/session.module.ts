import { defineModule } from '../../tasks/define-module.ts';
import { actingRoutes } from './acting.routes.ts';
import { ownSessionRoutes } from './own-session.routes.ts';
import { sweepPending } from './pending-sign-in.repo.ts';
import { sweepRemembered } from './remembered-browser.repo.ts';
import { sweepSessions } from './session.repo.ts';
import { sessionRoutes } from './session.routes.ts';
import { sweepNonces } from './sso-nonce.repo.ts';
import { sweepTokens } from './token.repo.ts';

export const sessionModule = defineModule({
  routes: { session: sessionRoutes, security: ownSessionRoutes, impersonation: actingRoutes },
  sweeps: [
    { every: 'hour', remove: ({ db }, now) => sweepSessions(db, now) },
    { every: 'hour', remove: ({ db }, now) => sweepPending(db, now) },
    { every: 'hour', remove: ({ db }, now) => sweepRemembered(db, now) },
    { every: 'hour', remove: ({ db }, now) => sweepTokens(db, now) },
    { every: 'hour', remove: ({ db }, now) => sweepNonces(db, now) },
  ],
});
