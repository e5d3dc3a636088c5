import { defineModule } from '../../tasks/define-module.ts';
import { libraryFiles } from '../../archive/stored-zips.ts';
import { directoryVersionKinds } from './directory-versions.tasks.ts';
import { knownExtensions } from './extension.repo.ts';
import { extensionRunRoutes, pluginRoutes, themeRoutes } from './extension.routes.ts';
import { extensionTasks } from './extension.tasks.ts';
import { checkForgottenInventories } from './inventory-checks.ts';
import { extensionPlans } from './extension-plans.ts';

export const extensionModule = defineModule({
  routes: { plugin: pluginRoutes, theme: themeRoutes, extensionRun: extensionRunRoutes },
  taskKinds: { ...extensionTasks, ...directoryVersionKinds },
  schedules: [{ id: 'panel.directory', resourceId: 'directory', cron: '17 */6 * * *' }],
  planKinds: extensionPlans,
  chores: [{ name: 'reading plugins and themes', everyMs: 60_000, run: checkForgottenInventories }],
  leftovers: [
    { sweep: (config, before, needed) => libraryFiles(config).sweep(before, needed), needed: knownExtensions },
  ],
});
