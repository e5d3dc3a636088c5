import { DAY_MS, defineModule } from '../../tasks/define-module.ts';
import { continuePlans } from './plan-advance.ts';
import { sweepRuns } from './sweep-runs.ts';

export const changePlanModule = defineModule({
  sweeps: [{ every: 'day', keepMs: 31 * DAY_MS, remove: sweepRuns }],
  // How soon a plan notices that a site is free again.
  chores: [{ name: 'continuing plans', everyMs: 5000, run: continuePlans }],
});
