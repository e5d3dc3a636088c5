import type { AppContext } from '../../context/app-context.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { runPicturesKey } from './plan-pictures.ts';
import { deleteRuns, oldRunSites } from './run.repo.ts';

/** Removes old runs with their pictures, and what was kept for a decision that nobody made. */
export async function sweepRuns(app: Pick<AppContext, 'db' | 'storage' | 'config'>, before: Date): Promise<void> {
  for (const { siteId, runId, taskId } of await oldRunSites(app.db, before)) {
    await app.storage.removeFolder(runPicturesKey(siteId, runId));
    if (taskId) await removeWork(app, taskId);
  }
  await deleteRuns(app.db, before);
}
