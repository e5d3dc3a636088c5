import { migrationFiles } from '../../archive/stored-zips.ts';
import { described, reasonOf, said } from '../../context/said.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';
import { UPLOAD_JOBS } from '../../uploads/upload-jobs.ts';
import { asZip, formOf } from './as-zip.ts';
import { moveMigration } from './migration.repo.ts';

const fileOf = ({ app, task }: Pick<StepContext, 'app' | 'task'>): string =>
  migrationFiles(app.config).fileOf(task.resourceId);

/** Makes a zip of an uploaded tar.gz, and looks at it as an uploaded zip is looked at. */
const prepareStep: StepDefinition = {
  name: 'prepare',
  title: 'Preparing the archive',
  cancel: 'now',
  leaves: 'The migration is cancelled and its archive deleted.',
  timeoutMs: 3 * UPLOAD_JOBS.tarToZip.deadlineMs,
  retry: { times: 2, backoffSeconds: 1 },
  async run(context) {
    const { app, task, note } = context;
    const file = fileOf(context);
    await asZip(context, { file, part: migrationFiles(app.config).newPart() });
    const { fileCount } = await app.uploads.run('importPlan', `task ${task.id}`, { file });
    note(`The archive contains ${fileCount} files of the site`);
  },
  check: async (context) => (await formOf(fileOf(context))) === 'zip',
};

/** Of a migration whose archive was uploaded as a tar.gz; it can be started once this has ended. */
export const prepareKind: TaskKind = defineKind({
  label: 'Preparing the archive',
  resource: 'migration',
  steps: [prepareStep],
  async failed(tx, context, error) {
    const { app, task } = context;
    await moveMigration(tx, task.resourceId, 'failed', { error: error.message });
    // Another attempt could only be refused again; what the server lacked may be there then.
    if (error.code === 'ARCHIVE_REFUSED') await migrationFiles(app.config).remove(task.resourceId);
    const text = said('Your site could not be copied. {reason}', { reason: reasonOf(error) });
    return { type: 'migration_failed', ...described(text), link: `/migrations/overview/${task.resourceId}` };
  },
  async cancelled(tx, { app, task }) {
    await moveMigration(tx, task.resourceId, 'cancelled');
    await migrationFiles(app.config).remove(task.resourceId);
    return null;
  },
});
