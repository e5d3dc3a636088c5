import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { backupDownloads } from './backup-download.page.ts';
import { backupPictures } from './backup-picture.page.ts';
import { sweepFailedBackups } from './backup.repo.ts';
import { backupRoutes } from './backup.routes.ts';
import { backupKinds } from './backup.tasks.ts';
import { proveAgain } from './prove-again.ts';

export const backupModule = defineModule({
  routes: { backup: backupRoutes },
  taskKinds: backupKinds,
  sweeps: [{ every: 'day', keepMs: 31 * DAY_MS, remove: ({ db }, before) => sweepFailedBackups(db, before) }],
  chores: [
    {
      name: 'proving old backups again',
      // Far more than any installation's sites in a week.
      everyMs: 30_000,
      run: async (app) => void (await proveAgain(app)),
    },
  ],
  pages: [backupDownloads, backupPictures],
});
