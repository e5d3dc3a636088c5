import { described, reasonOf, said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { addressOf } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { AppContent } from '../../db/schema/backup.table.ts';
import { hostedServer } from '../../hosting/browser/page-server.ts';
import type { Endpoint, Verification } from '../../hosting/driver.ts';
import { HostingError, type HostingErrorCode } from '../../hosting/hosting-error.ts';
import { ownRehearsalOf, rehearsalOf } from '../../hosting/rehearsal-id.ts';
import { orAbandoned } from '../../tasks/abandon.ts';
import {
  defineKind,
  type Notice,
  type StepContext,
  type StepDefinition,
  type TaskError,
  type TaskKind,
} from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { clearTask, taskSite } from '../site/site.repo.ts';
import { backupFolderKey, proofPictureKey, removeWork } from './backup-archive.ts';
import { backupLink } from './backup-end.ts';
import { FROM_BEFORE, hasDatabase } from './app-content.repo.ts';
import { recordBackup, taskBackup } from './backup.repo.ts';
import { stepsLeaving } from './steps-leaving.ts';
import { lookAt, MISSED_MINUTES } from './due-proof.repo.ts';
import { releaseVariables } from './variables-of.ts';
import { fetched, fetchStep } from './fetch-step.ts';

/** `failedBefore`: the last proof had failed, and the customer knows. */
export const ProofPayload = definePayload(
  v.object({ backupId: v.string(), backupName: v.string(), failedBefore: v.exactOptional(v.boolean()) }),
);
export type ProofPayload = PayloadOf<typeof ProofPayload>;

/** Failures that say something about the archive. Any other is one of the storage or the server, and passes. */
const OF_ARCHIVE: ReadonlySet<string> = new Set<HostingErrorCode>([
  'NOT_VERIFIED',
  'INTEGRITY_MISMATCH',
  'UNSUPPORTED',
]);

/** Time for the picture, which is none of the time for the proof itself. */
const PICTURE_MS = 90_000;
const PROOF_MS = 300_000;
/** More for the rows of a database. */
const ROWS_MS = 1_200_000;
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
    const archive = { id: ProofPayload.of(task.payload).backupId, workloadId: task.resourceId };
    await app.storage.put(proofPictureKey(archive), { bytes });
    // The backup may have been deleted meanwhile, with everything that is stored of it.
    if (!(await taskBackup(app.db, archive.id))) await app.storage.removeFolder(backupFolderKey(archive));
    note('The restored copy is pictured');
    return true;
  } catch (error) {
    given.throwIfAborted();
    app.log.info({ err: error, siteId: task.resourceId }, 'a restored backup has no picture');
    note('The restored copy could not be pictured');
    return false;
  }
}

/** The database of an archive, as its copy gets it. @throws HostingError for what could show nothing about the archive */
async function databaseFor({ app, task, signal }: StepContext, content: AppContent | null) {
  const database = content?.database;
  if (database === undefined && (await hasDatabase(app.db, task.resourceId)))
    throw new HostingError('COMMAND_FAILED', FROM_BEFORE, { retryable: false });
  if (!database) return undefined;
  const reason = app.hosting.appDatabasesMissing();
  if (reason !== null) throw new HostingError('DATABASE_UNAVAILABLE', reason, { retryable: false });
  return { bytes: database.bytes, signal };
}

/** The server of an application is part of its backup. That of a site is one of this server, and says nothing about the archive. */
function notStarted(error: unknown): Pick<Verification, 'ok' | 'checks'> {
  if (!(error instanceof HostingError) || error.code !== 'START_FAILED') throw error;
  return { ok: false, checks: [{ name: 'Its server starts', ok: false, detail: error.message }] };
}

const rehearseStep = (own: boolean): StepDefinition => ({
  name: 'rehearse',
  // The panel's own proofs are of both.
  title: own
    ? 'Restoring a copy of the backup, and asking it for its pages'
    : 'Restoring the backup beside the site, and asking it for its pages',
  leaves: own ? 'The restored copy is removed.' : 'The site stays as it is. The restored copy is removed.',
  timeoutMs: PROOF_MS + ROWS_MS + PICTURE_MS + GRACE_MS,
  async run(context) {
    const { app, task, note } = context;
    const id = ProofPayload.of(task.payload).backupId;
    const content = (await taskBackup(app.db, id))?.content ?? null;
    const database = await databaseFor(context, content);
    let hasPicture = false;
    const rehearsed = app.hosting.rehearse(task.resourceId, fetched(context), {
      own,
      variables: releaseVariables(app, content),
      ...(database && { database }),
      look: async (endpoint) => {
        hasPicture = await pictured(context, endpoint);
      },
    });
    const { ok, checks } = await (content === null ? rehearsed : rehearsed.catch(notStarted));
    for (const check of checks) note(`${check.name}: ${check.detail}`);
    await recordBackup(
      app.db,
      { id },
      { proof: { ok, checks, checked_at: app.clock.now().toISOString(), hasPicture }, proofMissed: null },
    );
    if (!ok)
      throw new HostingError('NOT_VERIFIED', 'The restored copy does not answer as it should.', { retryable: false });
  },
  async check({ app, task }) {
    const row = await taskBackup(app.db, ProofPayload.of(task.payload).backupId);
    return row?.proof?.ok === true && Date.parse(row.proof.checked_at) >= task.createdAt.getTime();
  },
  // What a killed worker left, when nobody goes on.
  undo: ({ app, task }) => app.hosting.destroy(own ? ownRehearsalOf(task.resourceId) : rehearsalOf(task.resourceId)),
});

/**
 * A proof that found a fault of the archive before the copy was asked is evidence, too. One that ended for another reason shows
 * nothing: what was shown before remains, and the panel tries again within hours. Returns whether the archive is at fault. A
 * damaged archive has no proof any more.
 */
async function recordFailure(tx: Database, { app, task }: StepContext, error: TaskError): Promise<boolean> {
  const row = await taskBackup(tx, ProofPayload.of(task.payload).backupId);
  if (!row) return false;
  if (row.status !== 'succeeded') return true;
  if (row.proof && Date.parse(row.proof.checked_at) >= task.createdAt.getTime()) return !row.proof.ok;
  const now = app.clock.now();
  const isOfArchive = OF_ARCHIVE.has(error.code);
  if (isOfArchive) {
    const checks = [{ name: 'The backup can be restored', ok: false, detail: error.message }];
    const proof = { ok: false, checks, checked_at: now.toISOString(), hasPicture: false };
    await recordBackup(tx, row, { proof, proofMissed: null });
  } else {
    await recordBackup(tx, row, { proofMissed: { at: now.toISOString(), detail: error.message } });
    await lookAt(tx, [row.workloadId], new Date(now.getTime() + MISSED_MINUTES * 60_000));
  }
  return isOfArchive;
}

const failureNotice = async (tx: Database, context: StepContext, error: TaskError): Promise<Notice> => ({
  type: 'backup_failed',
  ...described(
    said('“{backup}” of {site} could not be proven. {reason}', {
      backup: ProofPayload.of(context.task.payload).backupName,
      ...{ site: context.task.title, reason: reasonOf(error) },
    }),
  ),
  link: await backupLink(tx, context),
});

/** Proves that a backup can be restored. The site itself stays as it is and keeps answering. */
export const proofKind = defineKind({
  payload: ProofPayload,
  ...SITE_TASK,
  stale: [...SITE_TASK.stale, 'backup'],
  label: 'Proving the backup',
  steps: [fetchStep, rehearseStep(false)],
  async succeeded(tx, { app, task }) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    return null;
  },
  async failed(tx, context, error) {
    const { app, task } = context;
    await removeWork(app, task.id);
    await clearTask(tx, task);
    const isOfArchive = await recordFailure(tx, context, error);
    if (task.userId) return failureNotice(tx, context, error);
    // The proof of a scheduled backup, which nobody started: the customer of the site is notified of a bad backup.
    if (isOfArchive)
      await notifyStarter(tx, { ...task, userId: task.customerId }, await failureNotice(tx, context, error));
    return null;
  },
  async cancelled(tx, { app, task }) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    return null;
  },
});

/** The same for an application. */
export const appProofKind: TaskKind = {
  ...proofKind,
  ...stepsLeaving('The application stays as it is. The restored copy is removed.', [fetchStep, rehearseStep(false)]),
};

/**
 * The same, started by the panel because the last proof was old. Not a task of the site: whoever changes the site does not wait
 * for it. The site may change or be deleted meanwhile.
 */
export const proveAgainKind = defineKind({
  payload: ProofPayload,
  resource: 'backup proof',
  stale: ['backup'],
  label: 'Proving the backup again',
  steps: [fetchStep, rehearseStep(true)],
  async succeeded(_tx, { app, task }) {
    await removeWork(app, task.id);
    return null;
  },
  async failed(tx, context, error) {
    const { app, task } = context;
    await removeWork(app, task.id);
    const isOfArchive = await recordFailure(tx, context, error);
    if (!isOfArchive || ProofPayload.of(task.payload).failedBefore) return null;
    const site = await taskSite(tx, task.resourceId);
    const { id } = task;
    if (site)
      await notifyStarter(
        tx,
        { id, partnerId: site.partnerId, userId: site.customerId },
        await failureNotice(tx, context, error),
      );
    return null;
  },
  async cancelled(_tx, { app, task }) {
    await removeWork(app, task.id);
    return null;
  },
  /** What a killed worker left of a site that is gone. */
  ended: ({ app, task }) => app.hosting.destroy(ownRehearsalOf(task.resourceId)),
});
