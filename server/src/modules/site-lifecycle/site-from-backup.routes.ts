import { calls } from '../../context/implement.ts';
import { createSiteFromBackup } from './site-from-backup.service.ts';

/** What new sites add to the calls of backups. */
export const fromBackupRoutes = {
  createSite: calls.backup.createSite.handler(({ context, input }) => createSiteFromBackup(context, input)),
};
