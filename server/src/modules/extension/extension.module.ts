import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { libraryFiles } from '../../archive/stored-zips.ts';
import { knownExtensions } from './extension.repo.ts';
import { extensionRunRoutes, pluginRoutes, themeRoutes } from './extension.routes.ts';
import { extensionTasks } from './extension.tasks.ts';
import { checkForgottenInventories } from './inventory-checks.ts';
import { continuePlans } from './plan-advance.ts';
import { sweepRuns } from './sweep-runs.ts';

export const extensionModule = defineModule({
  routes: { plugin: pluginRoutes, theme: themeRoutes, extensionRun: extensionRunRoutes },
  taskKinds: extensionTasks,
  sweeps: [{ every: 'day', keepMs: 31 * DAY_MS, remove: sweepRuns }],
  chores: [
    { name: 'reading plugins and themes', everyMs: 60_000, run: checkForgottenInventories },
    // How soon a plan notices that a site is free again.
    { name: 'continuing plans', everyMs: 5000, run: continuePlans },
  ],
  leftovers: [
    { sweep: (config, before, needed) => libraryFiles(config).sweep(before, needed), needed: knownExtensions },
  ],
});
