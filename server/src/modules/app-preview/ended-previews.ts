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
  previewOf,
  removePreviewRow,
  type PreviewRow,
} from './preview.repo.ts';

const AT_ONCE = 10;

type Deps = Pick<AppContext, 'db' | 'clock' | 'log'>;

/** One preview that cannot be ended or removed now leaves the others to be; the next look tries it again. */
async function alone(app: Pick<AppContext, 'log'>, previewId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    app.log.warn({ err, previewId }, 'a preview could not be ended');
  }
}

/** Ends the previews that nobody has pushed to for long enough. */
export async function endDuePreviews(app: Deps): Promise<void> {
  const now = app.clock.now();
  for (const { id, appId } of await duePreviews(app.db, now, AT_ONCE))
    await alone(app, id, () =>
      app.db.transaction(async (tx) => {
        await taskApp(tx, appId, { lock: true });
        // A push may have come meanwhile.
        const due = await previewOf(tx, id);
        if (due && due.endsAt <= now) await endPreview(app, tx, due);
      }),
    );
}

/**
 * Removes what previews that have ended left: first their builds, then their processes and files, and the row last, so that a process
 * that is killed in between leaves it to the next look.
 */
export async function removeEndedPreviews(app: AppContext): Promise<void> {
  for (const preview of await endedPreviews(app.db, app.machine.id, AT_ONCE))
    await alone(app, preview.id, () => remove(app, preview));
}

async function remove(app: AppContext, { id, appId, key }: PreviewRow): Promise<void> {
  for (const { taskId } of await activeBuilds(app.db, id))
    if (taskId !== null)
      await app.tasks.cancel(app, taskId).catch((error: unknown) => {
        // It has ended meanwhile, or it is publishing and ends soon.
        if (!(error instanceof PanelError)) throw error;
      });
  if (await isPreviewNeeded(app.db, id)) return;
  await app.hosting.destroy(previewIdOf(appId, key));
  await forgetReleases(app.db, id, null);
  await removePreviewRow(app.db, id);
}
