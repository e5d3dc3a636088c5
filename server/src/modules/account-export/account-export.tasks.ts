import { ACCOUNT_EXPORT_DAYS } from '@panel/contract';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context/app-context.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { collect } from './collect.ts';
import { workFolder } from './export-work.ts';
import { exportFolder, exportKey, findExport, updateExport } from './account-export.repo.ts';

const workOf = ({ config }: Pick<AppContext, 'config'>, id: string): string => path.join(workFolder(config), id);

/** All exports are one owner of jobs, and so one at a time: others' uploads have the other threads. */
const LINE = 'account-export';

/** That no thread was free, or this one too slow, passes. */
function inTask(error: unknown): never {
  const isBusy = error instanceof PanelError && (error.code === 'UPLOADS_WAITING' || error.code === 'UPLOAD_STOPPED');
  throw isBusy ? new HostingError('BUSY', error.message, { retryable: true, cause: error }) : error;
}

const isStored = async ({ app, task }: StepContext): Promise<boolean> => {
  const row = await findExport(app.db, task.resourceId);
  return row?.status === 'ready' && row.size !== null && (await app.storage.size(exportKey(row))) === row.size;
};

/** One step: a process that dies in it leaves a folder, which the next run replaces, and nothing that is shown. */
const exportStep: StepDefinition = {
  name: 'export',
  title: 'Packing everything that belongs to the account',
  cancel: 'now',
  leaves: 'No archive is kept.',
  // Exports wait for each other.
  retry: { times: 6, backoffSeconds: 30 },
  timeoutMs: 30 * 60_000,
  async run({ app, task, signal }) {
    const { resourceId: id, customerId, partnerId } = task;
    if (customerId === null || partnerId === null) throw new Error('An export belongs to a customer of a partner.');
    const work = workOf(app, id);
    const folder = path.join(work, 'files');
    const to = path.join(work, 'data.zip');
    const names = await collect(app.db, { customerId, partnerId, folder, signal });
    const digest = await app.uploads.run('accountZip', LINE, { folder, names, to }).catch(inTask);
    signal.throwIfAborted();
    await app.storage.put(exportKey({ id }), { file: to });
    const expiresAt = new Date(app.clock.now().getTime() + ACCOUNT_EXPORT_DAYS * DAY_MS);
    // Before the export counts: then nobody looks for what a killed process has left of it.
    await rm(work, { recursive: true, force: true });
    await updateExport(app.db, id, { status: 'ready', ...digest, expiresAt });
  },
  check: isStored,
};

/** Ends an export that has made nothing. */
async function ended(tx: StepContext['app']['db'], { app, task, discard }: StepContext): Promise<null> {
  await rm(workOf(app, task.resourceId), { recursive: true, force: true });
  await updateExport(tx, task.resourceId, { status: 'failed', size: null, sha256: null, expiresAt: null });
  await discard(tx, exportFolder({ id: task.resourceId }));
  return null;
}

export const accountExportKinds: TaskKinds = {
  'account.export': defineKind({
    label: 'Exporting the account',
    resource: 'account',
    steps: [exportStep],
    failed: (tx, context) => ended(tx, context),
    cancelled: ended,
  }),
};
