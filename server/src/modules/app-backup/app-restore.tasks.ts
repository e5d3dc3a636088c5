import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import type { AppContent } from '../../db/schema/backup.table.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { defineKind, outlineOf, type StepContext, type StepDefinition } from '../../tasks/task-kind.ts';
import { buildOf, changeBuild, endBuild, keepNewest } from '../app/app-build.repo.ts';
import { beginWaiting } from '../app/queue-build.ts';
import { changeDatabase, databaseOf } from '../app-account/app-database.repo.ts';
import { taskApp, updateApp } from '../app/app.repo.ts';
import { refuseTask } from '../app-account/build-minutes.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { backupEnd, backupLink } from '../backup/backup-end.ts';
import { RestorePayload } from '../backup/backup-restore.tasks.ts';
import { taskBackup } from '../backup/backup.repo.ts';
import { fetched, fetchStep } from '../backup/fetch-step.ts';
import { safetySteps } from '../backup/replace-steps.ts';
import { onApplication } from '../backup/steps-leaving.ts';
import { releaseVariables } from '../backup/variables-of.ts';
import { checkSite, looksWell, measureSite } from '../site/site-checks.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { clearTask, moveSite } from '../site/site.repo.ts';
import { fillStep, swapStep, tidyStep } from './database-steps.ts';
import { beginRelease, restoreSettings } from './restored-release.ts';

const LEAVES = 'The live release and the database stay as they are.';

async function contentOf({ task }: StepContext, db: Database): Promise<AppContent> {
  const content = (await taskBackup(db, RestorePayload.of(task.payload).backupId))?.content;
  if (!content)
    throw new HostingError('UNSUPPORTED', 'This backup does not belong to an application. Choose another backup.', {
      retryable: false,
    });
  return content;
}

/** @throws HostingError LIMIT for an account that may publish nothing by now */
async function refuseRestore({ app, task }: StepContext): Promise<void> {
  const given = await taskApp(app.db, task.resourceId);
  if (given) await refuseTask(app, given.workload);
}

/** Stores the release of the archive beside the others. */
const releaseStep: StepDefinition = {
  name: 'release',
  title: 'Storing the release',
  cancel: 'now',
  leaves: LEAVES,
  async run(context) {
    const { app, task, note, signal } = context;
    await refuseRestore(context);
    const content = await contentOf(context, app.db);
    const { id: taskId, resourceId: appId, userId } = task;
    await beginRelease(app.db, { id: taskId, appId, userId, content, startedAt: app.clock.now() });
    const { runtime, nodeVersion } = await app.hosting.build(
      appId,
      {
        buildId: taskId,
        source: { kind: 'archive', file: fetched(context) },
        settings: {},
        variables: { build: {}, run: releaseVariables(app, content) },
      },
      { note, signal, log: note, stage: () => undefined, recognized: () => undefined },
    );
    await changeBuild(app.db, taskId, { status: 'deploying', stage: 'publish', runtime, nodeVersion, isKept: true });
  },
  check: async ({ app, task }) => Boolean((await buildOf(app.db, task.id))?.isKept),
};

/** Measures and checks what visitors get now, and returns the evidence. */
async function lookAgain(context: StepContext) {
  const { app } = context;
  const site = await siteOf(context);
  const [, evidence] = await Promise.all([measureSite(app, site.id), checkSite(app, site, site.fqdn)]);
  return evidence;
}

/** Visitors get it. The application's record names the earlier release until the end, so that it can be published again. */
const publishStep: StepDefinition = {
  name: 'publish',
  title: 'Publishing the release',
  cancel: 'no',
  leaves: LEAVES,
  async run(context) {
    const { app, task } = context;
    await refuseRestore(context);
    await app.hosting.publish(task.resourceId, task.id, context);
    app.edge.invalidate(task.title);
  },
  check: async ({ app, task }) => (await app.hosting.liveRelease(task.resourceId)) === task.id,
  async undo(context) {
    const { app, task } = context;
    const before = (await taskApp(app.db, task.resourceId))?.app.liveBuildId ?? null;
    if (before === null || (await app.hosting.liveRelease(task.resourceId)) !== task.id) return;
    await app.hosting.publish(task.resourceId, before, context);
    app.edge.invalidate(task.title);
    // What was seen of the other one is not its own.
    await lookAgain(context);
  },
};

/** Looks at what visitors get; a release that does not answer is taken back. */
function answerStep(): StepDefinition {
  let answered = false;
  return {
    name: 'answer',
    title: 'Asking for the home page',
    cancel: 'no',
    async run(context) {
      const evidence = await lookAgain(context);
      for (const entry of evidence) context.note(`${entry.name}: ${entry.detail}`);
      if (!looksWell(evidence))
        throw new HostingError('NOT_VERIFIED', 'The restored application does not answer as it should.', {
          retryable: false,
        });
      answered = true;
    },
    // Interrupted, it is asked again.
    check: async () => answered,
  };
}

/** The steps of a restore; the first one fetches the archive. */
export function appRestoreSteps({ withoutBackup, parts }: RestorePayload): StepDefinition[] {
  const [hasFiles, hasDatabase] = [parts !== 'database', parts !== 'files'];
  return [
    { ...fetchStep, leaves: LEAVES },
    ...(withoutBackup ? [] : onApplication(LEAVES, safetySteps(LEAVES))),
    ...(hasDatabase ? [fillStep(LEAVES)] : []),
    ...(hasFiles ? [releaseStep] : []),
    ...(hasDatabase ? [swapStep(LEAVES, { restart: !hasFiles, lookAgain })] : []),
    ...(hasFiles ? [publishStep] : []),
    answerStep(),
    ...(hasDatabase ? [tidyStep()] : []),
  ];
}

/** What has not become the live release leaves the application as it was. */
async function unfinished(tx: Database, { app, task }: StepContext, status: 'failed' | 'cancelled', error?: string) {
  // A release that nobody has seen takes no place from those that work.
  const isLive = (await app.hosting.liveRelease(task.resourceId)) === task.id;
  if (!isLive) await changeBuild(tx, task.id, { isKept: false });
  await endBuild(tx, task.id, status, app.clock.now(), error ?? null);
  const site = await taskApp(tx, task.resourceId, { lock: true });
  // One that was to be made for the restore.
  if ((await databaseOf(tx, task.resourceId))?.status === 'creating')
    await changeDatabase(tx, task.resourceId, { status: 'failed', error: error?.slice(0, 2000) ?? null });
  if (site?.workload.status === 'processing') await moveSite(tx, task.resourceId, 'failed', { taskId: null });
  else await clearTask(tx, task);
}

/**
 * Restores an application: its release is published beside the others, its settings become those of the backup, and its database is replaced.
 * All of it, or its files or database alone.
 */
export const restoreAppKind = defineKind({
  payload: RestorePayload,
  resource: 'site',
  stale: ['app', 'site', 'notification', 'backup', 'database'],
  label: 'Restoring the application',
  undoOnFailure: true,
  steps: ({ task }) => appRestoreSteps(RestorePayload.of(task.payload)),
  outline: (payload) => appRestoreSteps(RestorePayload.of(payload)).map(outlineOf),
  async succeeded(tx, context) {
    const { app, task } = context;
    const { resourceId: appId, id: buildId, userId } = task;
    await removeWork(app, task.id);
    const content = await contentOf(context, tx);
    const site = await taskApp(tx, appId, { lock: true });
    const { backupName, parts } = RestorePayload.of(task.payload);
    if (parts !== 'files') await changeDatabase(tx, appId, { status: 'ready', error: null });
    if (parts !== 'database') {
      await updateApp(tx, appId, { liveBuildId: buildId });
      await restoreSettings(app, tx, { appId, buildId, content, userId });
      await endBuild(tx, buildId, 'success', app.clock.now());
      await keepNewest(tx, appId, buildId);
    }
    if (site?.workload.status === 'ready') await clearTask(tx, task);
    else await moveSite(tx, appId, 'ready', { taskId: null });
    const text = said('{site} was restored from “{backup}”.', { site: task.title, backup: backupName });
    return { type: 'backup_restored', ...described(text), link: await backupLink(tx, context) };
  },
  async failed(tx, context, error) {
    await backupEnd.failed(tx, context, error);
    await unfinished(tx, context, 'failed', error.message.slice(0, 2000));
    const text = said('{site} could not be restored. {reason}', {
      ...{ site: context.task.title, reason: reasonOf(error) },
    });
    return { type: 'backup_failed', ...described(text), link: await backupLink(tx, context) };
  },
  async cancelled(tx, context) {
    await backupEnd.cancelled(tx, context);
    await unfinished(tx, context, 'cancelled');
    return null;
  },
  async ended({ app, task }) {
    app.edge.invalidate(task.title);
    const live = (await taskApp(app.db, task.resourceId))?.app.liveBuildId;
    if (live) await app.hosting.keepReleases(task.resourceId, await keepNewest(app.db, task.resourceId, live));
    await beginWaiting(app, task.resourceId);
  },
});
