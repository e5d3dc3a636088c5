import type { CallContext } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import type { RestoredParts } from '../../hosting/driver.ts';
import { PanelError } from '../../kernel/errors.ts';
import { databaseOf, newDatabase, wantDatabase } from '../app-account/app-database.repo.ts';
import type { BackupRow } from './backup.repo.ts';

const NO_DATABASE = 'This backup has no database. Restore its files, or choose another backup.';

/**
 * What a restore of an application replaces. An application without a database, such as one whose database was deleted, gets one for that
 * of the backup.
 * @throws PanelError VALIDATION for the database of a backup that has none, DATABASES_UNAVAILABLE
 */
export async function partsOfApp(
  { app }: CallContext,
  tx: Database,
  { content, workloadId }: Pick<BackupRow, 'content' | 'workloadId'>,
  asked: RestoredParts,
): Promise<RestoredParts> {
  if (asked === 'files') return asked;
  if (!content?.database) {
    if (asked === 'all') return 'files';
    throw new PanelError('VALIDATION', {}, { fields: { restore_db_files: NO_DATABASE } });
  }
  const reason = app.hosting.appDatabasesMissing();
  if (reason !== null) throw new PanelError('DATABASES_UNAVAILABLE', { reason });
  if (!(await databaseOf(tx, workloadId)))
    await wantDatabase(tx, { ...newDatabase(app), appId: workloadId, status: 'creating' });
  return asked;
}
