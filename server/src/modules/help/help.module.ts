import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { sweepReads, sweepVotes } from './help-use.repo.ts';
import { helpRoutes } from './help.routes.ts';

export const helpModule = defineModule({
  routes: { help: helpRoutes },
  sweeps: [
    // What is read most is about this time.
    { every: 'day', keepMs: 90 * DAY_MS, remove: ({ db }, before) => sweepReads(db, before) },
    { every: 'day', keepMs: 730 * DAY_MS, remove: ({ db }, before) => sweepVotes(db, before) },
  ],
});
