import { ACCOUNT_EXPORT_DAYS } from '@panel/contract';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context/app-context.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../../tasks/task-kind.ts';
import { collect } from './collect.ts';
import { exportFolder, exportKey, findExport, updateExport } from './account-export.repo.ts';

const workOf = ({ config }: Pick<AppContext, 'config'>, id: string): string =>
  path.join(config.dataDir, 'account-export-work', id);

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
  retry: { times: 3, backoffSeconds: 30 },
  timeoutMs: 30 * 60_000,
  async run({ app, task, signal }) {
    const { resourceId: id, customerId } = task;
    if (customerId === null) throw new Error('An export belongs to a customer.');
    const work = workOf(app, id);
    const folder = path.join(work, 'files');
    const to = path.join(work, 'data.zip');
    const names = await collect(app.db, { customerId, folder, signal });
    const digest = await app.uploads.run('accountZip', task.id, { folder, names, to });
    signal.throwIfAborted();
    await app.storage.put(exportKey({ id }), { file: to });
    const expiresAt = new Date(app.clock.now().getTime() + ACCOUNT_EXPORT_DAYS * DAY_MS);
    await updateExport(app.db, id, { status: 'ready', ...digest, expiresAt });
    await rm(work, { recursive: true, force: true });
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
