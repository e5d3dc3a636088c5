import { sweepNodes } from '../../machine/node.repo.ts';
import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { moveAllAway, removeLeft } from './emptying.ts';
import { MOVE_KIND } from './move.repo.ts';
import { moveKind } from './move.tasks.ts';
import { sweepTokens } from './join-token.repo.ts';
import { machineRoutes } from './machine.routes.ts';

export const machineModule = defineModule({
  routes: { machine: machineRoutes },
  taskKinds: { [MOVE_KIND]: moveKind },
  chores: [
    { name: 'moving everything away', everyMs: 10_000, beside: true, run: moveAllAway },
    { name: 'removing what has moved', everyMs: 60_000, beside: true, run: (app) => removeLeft(app) },
  ],
  sweeps: [
    { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepNodes(db, before) },
    // Whoever comes late reads that a token has expired or was used, and not that there is none.
    { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepTokens(db, before) },
  ],
});
