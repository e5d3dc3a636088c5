import { sweepNodes } from '../../machine/node.repo.ts';
import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { sweepTokens } from './join-token.repo.ts';
import { machineRoutes } from './machine.routes.ts';

export const machineModule = defineModule({
  routes: { machine: machineRoutes },
  sweeps: [
    { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepNodes(db, before) },
    // Whoever comes late reads that a token has expired or was used, and not that there is none.
    { every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepTokens(db, before) },
  ],
});
