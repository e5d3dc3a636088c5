import { sweepNodes } from '../../machine/node.repo.ts';
import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { moveAllAway, removeLeft } from './emptying.ts';
import { MOVE_KIND } from './move.repo.ts';
import { moveKind } from './move.tasks.ts';
import { RECOVER_APP, RECOVER_SITE } from './recovery-kinds.ts';
import { advanceRecoveries, recoverLost } from './recovery.service.ts';
import { recoverAppKind, recoverSiteKind } from './recovery.tasks.ts';
import { sweepTokens } from './join-token.repo.ts';
import { machineRoutes } from './machine.routes.ts';

export const machineModule = defineModule({
  routes: { machine: machineRoutes },
  taskKinds: (hosting) => ({
    [MOVE_KIND]: moveKind,
    [RECOVER_SITE]: recoverSiteKind(hosting),
    [RECOVER_APP]: recoverAppKind,
  }),
  chores: [
    { name: 'restoring what was on lost machines', everyMs: 5_000, beside: true, run: advanceRecoveries },
    { name: 'looking for lost machines', everyMs: 20_000, beside: true, run: recoverLost },
    { name: 'moving everything away', everyMs: 10_000, beside: true, run: moveAllAway },
    { name: 'removing what has moved', everyMs: 60_000, beside: true, run: (app) => removeLeft(app) },
  ],
  sweeps: [
    { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepNodes(db, before) },
    // Whoever comes late reads that a token has expired or was used, and not that there is none.
    { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepTokens(db, before) },
  ],
});
