import { defineModule } from '../../tasks/define-module.ts';
import { importFiles } from '../../archive/stored-zips.ts';
import { openPayloads } from '../../tasks/task.repo.ts';
import { fromBackupRoutes } from './site-from-backup.routes.ts';
import { checkOwnSites, uptimeKinds } from './site-uptime.tasks.ts';
import { siteRoutes } from './site.routes.ts';
import { siteTasks } from './site.tasks.ts';

export const siteLifecycleModule = defineModule({
  routes: { site: siteRoutes, backup: fromBackupRoutes },
  taskKinds: (hosting) => ({ ...siteTasks(hosting), ...uptimeKinds }),
  schedules: [{ id: 'panel.checks', resourceId: 'checks', cron: '*/2 * * * *' }],
  chores: [{ name: 'checking sites of this machine', everyMs: 60_000, beside: true, run: checkOwnSites }],
  leftovers: [
    {
      sweep: (config, before, needed) => importFiles(config).sweep(before, needed),
      needed: async (db) =>
        (await openPayloads(db, 'site.import')).flatMap(({ importId }) =>
          typeof importId === 'string' ? importId : [],
        ),
    },
  ],
});
