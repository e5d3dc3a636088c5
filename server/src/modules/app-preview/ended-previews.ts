import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { previewIdOf } from '../../hosting/preview-id.ts';
import { taskApp } from '../app/app.repo.ts';
import { endPreview } from './preview-push.ts';
import {
  activeBuilds,
  duePreviews,
  endedPreviews,
  forgetReleases,
  isPreviewNeeded,
  removePreviewRow,
} from './preview.repo.ts';

const AT_ONCE = 50;

/** Ends the previews that nobody has pushed to for long enough. */
export async function endDuePreviews(app: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = app.clock.now();
  for (const { id, appId } of await duePreviews(app.db, now, AT_ONCE))
    await app.db.transaction(async (tx) => {
      await taskApp(tx, appId, { lock: true });
      // A push may have come meanwhile.
      const due = (await duePreviews(tx, now, AT_ONCE)).find((each) => each.id === id);
      if (due) await endPreview(app, tx, due);
    });
}

/**
 * Removes what previews that have ended left: first their builds, then their processes and files, and the row last, so that a process
 * that is killed in between leaves it to the next look.
 */
export async function removeEndedPreviews(app: AppContext): Promise<void> {
  for (const { id, appId, key } of await endedPreviews(app.db, AT_ONCE)) {
    for (const { taskId } of await activeBuilds(app.db, id))
      if (taskId !== null)
        await app.tasks.cancel(app, taskId).catch((error: unknown) => {
          // It has ended meanwhile, or it is publishing and ends soon.
          if (!(error instanceof PanelError)) throw error;
        });
    if (await isPreviewNeeded(app.db, id)) continue;
    await app.hosting.destroy(previewIdOf(appId, key));
    await forgetReleases(app.db, id, null);
    await removePreviewRow(app.db, id);
  }
}
