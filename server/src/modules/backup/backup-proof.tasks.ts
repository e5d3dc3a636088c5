import { addressOf } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { hostedServer } from '../../hosting/browser/page-server.ts';
import type { Endpoint } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { orAbandoned } from '../../tasks/abandon.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskError } from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { clearTask } from '../site/site.repo.ts';
import { proofPictureKey, removeWork } from './backup-archive.ts';
import { backupLink } from './backup-end.ts';
import { recordBackup, taskBackup } from './backup.repo.ts';
import { fetched, fetchStep } from './fetch-step.ts';

/**
 * `again`: the panel started it, because the last proof was old. `failedBefore`: that one had failed, and the customer knows.
 */
export type ProofPayload = { backupId: string; backupName: string; again?: true; failedBefore?: boolean };

/** Time for the picture, which is none of the time for the proof itself. */
const PICTURE_MS = 90_000;
const PROOF_MS = 300_000;
const GRACE_MS = 2000;

/** Stores a picture of the restored copy; false when there is no browser, or the copy cannot be pictured. */
async function pictured({ app, task, note, signal: given }: StepContext, endpoint: Endpoint): Promise<boolean> {
  const { pictures } = app;
  if (!pictures || !(await pictures.available())) {
    note('No picture is taken: this server has no browser for pictures');
    return false;
  }
  try {
    const url = addressOf(app.config, task.title);
    const signal = AbortSignal.any([given, AbortSignal.timeout(PICTURE_MS)]);
    const page = { siteId: task.resourceId, url, server: hostedServer(url, endpoint), signal };
    // Others may wait for the browser.
    const bytes = await orAbandoned(pictures.takePage(page), signal, GRACE_MS);
    const { backupId: id } = task.payload as ProofPayload;
    await app.storage.put(proofPictureKey({ id, siteId: task.resourceId }), { bytes });
    note('The restored copy is pictured');
    return true;
  } catch (error) {
    given.throwIfAborted();
    app.log.info({ err: error, siteId: task.resourceId }, 'a restored backup has no picture');
    note('The restored copy could not be pictured');
    return false;
  }
}

const rehearseStep: StepDefinition = {
  name: 'rehearse',
  title: 'Restoring the backup beside the site, and asking it for its pages',
  leaves: 'The site stays as it is. The restored copy is removed.',
  timeoutMs: PROOF_MS + PICTURE_MS + GRACE_MS,
  async run(context) {
    const { app, task, note } = context;
    const id = (task.payload as ProofPayload).backupId;
    let hasPicture = false;
    const { ok, checks } = await app.hosting.rehearse(task.resourceId, fetched(context), async (endpoint) => {
      hasPicture = await pictured(context, endpoint);
    });
    for (const check of checks) note(`${check.name}: ${check.detail}`);
    await recordBackup(
      app.db,
      { id },
      { proof: { ok, checks, checked_at: app.clock.now().toISOString(), hasPicture } },
    );
    if (!ok)
      throw new HostingError('NOT_VERIFIED', 'The restored copy does not answer as it should.', { retryable: false });
  },
  async check({ app, task }) {
    const row = await taskBackup(app.db, (task.payload as ProofPayload).backupId);
    return row?.proof?.ok === true && Date.parse(row.proof.checked_at) >= task.createdAt.getTime();
  },
};

/** A proof that ended before the copy was asked is evidence, too. A damaged archive has none any more. */
async function recordFailure(tx: Database, { app, task }: StepContext, error: TaskError): Promise<void> {
  const row = await taskBackup(tx, (task.payload as ProofPayload).backupId);
  if (row?.status !== 'succeeded') return;
  if (row.proof && Date.parse(row.proof.checked_at) >= task.createdAt.getTime()) return;
  const checks = [{ name: 'The backup can be restored', ok: false, detail: error.message }];
  const checked_at = app.clock.now().toISOString();
  await recordBackup(tx, row, { proof: { ok: false, checks, checked_at, hasPicture: false } });
}

/** Proves that a backup can be restored. The site itself stays as it is and keeps answering. */
export const proofKind = defineKind({
  ...SITE_TASK,
  stale: [...SITE_TASK.stale, 'backup'],
  label: 'Proving the backup',
  steps: [fetchStep, rehearseStep],
  async succeeded(tx, { app, task }) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    return null;
  },
  async failed(tx, context, error) {
    const { app, task } = context;
    await removeWork(app, task.id);
    await clearTask(tx, task);
    await recordFailure(tx, context, error);
    const { backupName, failedBefore } = task.payload as ProofPayload;
    if (failedBefore) return null;
    const description = `“${backupName}” of ${task.title} could not be proven. ${error.message}`;
    // Nobody started one that follows a schedule, so the customer of the site is notified.
    const receiver = { ...task, userId: task.userId ?? task.customerId };
    await notifyStarter(tx, receiver, { type: 'backup_failed', description, link: backupLink(task.resourceId) });
    return null;
  },
  async cancelled(tx, { app, task }) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    return null;
  },
});
