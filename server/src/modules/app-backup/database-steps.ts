import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { databaseOf } from '../app-account/app-database.repo.ts';
import { RestorePayload } from '../backup/backup-restore.tasks.ts';
import { taskBackup } from '../backup/backup.repo.ts';
import { fetched } from '../backup/fetch-step.ts';

/** As long as a database may take that fills the largest plan. */
const FILL_MS = 3_600_000;

/** The database of the backup, beside the present one, which stays as it is. */
export const fillStep = (leaves: string): StepDefinition => ({
  ...{ name: 'database', title: 'Restoring the database beside the present one', cancel: 'now', leaves },
  timeoutMs: FILL_MS,
  async run(context) {
    const { app, task, signal } = context;
    const row = await databaseOf(app.db, task.resourceId);
    const content = (await taskBackup(app.db, RestorePayload.of(task.payload).backupId))?.content;
    if (!row || !content?.database) throw new Error(`The database of ${task.resourceId} or of its backup is gone.`);
    await app.hosting.fillAppDatabase(task.resourceId, {
      ...{ archive: fetched(context), bytes: content.database.bytes, mark: task.id, signal },
      password: app.secrets.open(row.sealed),
    });
  },
  check: ({ app, task }) => app.hosting.isAppDatabaseFilled(task.resourceId, task.id),
  undo: ({ app, task }) => app.hosting.swapBackAppDatabase(task.resourceId, task.id),
});

type Swapping = {
  /** Whether the server of the live release starts again. */
  restart: boolean;
  /** Looks at what visitors get after it was taken back. */
  lookAgain(context: StepContext): Promise<unknown>;
};

/**
 * The database of the backup becomes the present one. A server whose release is replaced next is not started once more before that, because
 * code often changes its tables when it starts.
 */
export const swapStep = (leaves: string, { restart, lookAgain }: Swapping): StepDefinition => ({
  ...{ name: 'swap', title: 'Replacing the database', cancel: 'no', leaves, retry: { times: 2, backoffSeconds: 5 } },
  async run({ app, task }) {
    await app.hosting.swapAppDatabase(task.resourceId, task.id);
    if (restart) await app.hosting.sleep(task.resourceId);
    app.edge.invalidate(task.title);
  },
  check: ({ app, task }) => app.hosting.isAppDatabaseSwapped(task.resourceId, task.id),
  async undo(context) {
    const { app, task } = context;
    const wasSwapped = await app.hosting.isAppDatabaseSwapped(task.resourceId, task.id);
    await app.hosting.swapBackAppDatabase(task.resourceId, task.id);
    if (!wasSwapped) return;
    // What it remembers is of the other database.
    await app.hosting.sleep(task.resourceId);
    app.edge.invalidate(task.title);
    await lookAgain(context);
  },
});

/** Deletes the database that was replaced. One that stays takes space until the next restore, and is no reason to take this one back. */
export function tidyStep(): StepDefinition {
  let isDone = false;
  return {
    ...{ name: 'tidy', title: 'Deleting the previous database', cancel: 'no' },
    async run({ app, task, note }) {
      await app.hosting.tidyAppDatabase(task.resourceId).catch((error: unknown) => {
        app.log.warn({ err: error, siteId: task.resourceId }, 'a replaced database could not be deleted');
        note('The previous database could not be deleted now. The next restore deletes it');
      });
      isDone = true;
    },
    check: async () => isDone,
  };
}
