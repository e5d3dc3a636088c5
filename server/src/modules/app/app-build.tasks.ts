import * as v from 'valibot';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import type { HostingStep, BuildStage, Recognized, Release } from '../../hosting/driver.ts';
import { appFiles } from '../../archive/stored-zips.ts';
import { definePayload } from '../../tasks/payload.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskError } from '../../tasks/task-kind.ts';
import { checkSite, measureSite } from '../site/site-checks.ts';
import { moveSite, recordFacts } from '../site/site.repo.ts';
import { changeDatabase, databaseOf } from '../app-account/app-database.repo.ts';
import { appendLines, clearLines } from './app-log.repo.ts';
import { readVariables, type Variable } from './app-variables.repo.ts';
import { appsWithWaitingBuilds, buildOf, changeBuild, endBuild, keepNewest, type BuildRow } from './app-build.repo.ts';
import { taskApp, updateApp, type AppRow, type AppWorkload } from './app.repo.ts';
import { refuseTask } from '../app-account/build-minutes.ts';
import { openLineLog } from './build-log.ts';
import { buildSource } from './build-source.ts';
import { APP_RESOURCE } from '../site/find-site.ts';
import { beginWaiting } from './queue-build.ts';

export const BuildPayload = definePayload(v.object({ buildId: v.pipe(v.string(), v.uuid()) }));

export const BUILD_TASK = { payload: BuildPayload, resource: APP_RESOURCE, stale: ['app', 'notification'] } as const;
const FORGOTTEN_AT_ONCE = 50;
export const BUILD_MS = 30 * 60_000;
const LEAVES = 'The live release stays as it is.';

const STAGES: Readonly<Record<BuildStage, string>> = {
  fetch: 'Fetching the code',
  recognize: 'Recognizing the framework',
  install: 'Installing packages',
  build: 'Building',
  release: 'Storing the release',
};

/** Of the tab "Build & Deploy". */
export const buildLink = ({ resourceId }: StepContext['task'], buildId: string): string =>
  `/manage-app/build/${resourceId}?build=${buildId}`;

export type BuildGiven = { workload: AppWorkload; app: AppRow; build: BuildRow };

/** What a task builds. */
export async function givenOf({ app, task }: Pick<StepContext, 'app' | 'task'>): Promise<BuildGiven> {
  const { buildId } = BuildPayload.of(task.payload);
  const [given, build] = await Promise.all([taskApp(app.db, task.resourceId), buildOf(app.db, buildId)]);
  if (!given || !build) throw new Error(`The build ${buildId} of task ${task.id} is gone.`);
  return { ...given, build };
}

/** Values of one phase, by name. */
const valuesOf = (variables: readonly Variable[], phase: 'build' | 'run'): Record<string, string> =>
  Object.fromEntries(
    variables.filter((each) => each.phase === phase || each.phase === 'both').map(({ name, value }) => [name, value]),
  );

async function recordFound(db: Database, { app, build }: BuildGiven, found: Recognized): Promise<void> {
  const { framework, settings, commit } = found;
  // A branch may become something else than the application is.
  if (build.previewId === null) await updateApp(db, app.id, { recognized: settings });
  await changeBuild(db, build.id, {
    framework,
    ...(commit && { commit: commit.id, commitMessage: commit.message, commitAuthor: commit.author }),
  });
}

/**
 * Builds the release of a task, for production, or under the hosted id of a preview.
 * @param accept throws for a release that may not be published, which is not kept then
 */
export async function runBuild(
  context: StepContext,
  hostedId: string = context.task.resourceId,
  accept?: (release: Release) => Promise<void>,
): Promise<void> {
  const { app, note, signal } = context;
  const given = await givenOf(context);
  const { build } = given;
  await refuseTask(app, given.workload);
  const environment = build.previewId === null ? 'production' : 'preview';
  const variables = (await readVariables(app.db, app.secrets, { appId: given.app.id, environment })) ?? {
    version: 0,
    variables: [],
  };
  await clearLines(app.db, build.id);
  const startedAt = build.startedAt ?? app.clock.now();
  await changeBuild(app.db, build.id, {
    status: 'building',
    stage: null,
    startedAt,
    variablesVersion: variables.version,
  });
  const failed = (error: unknown) => app.log.warn({ err: error, buildId: build.id }, 'lines of a build were lost');
  const log = openLineLog(
    (first, lines) => appendLines(app.db, build.id, first, lines),
    () => app.clock.now(),
    failed,
  );
  let recording: Promise<void> = Promise.resolve();
  try {
    const release = await app.hosting.build(
      hostedId,
      {
        buildId: build.id,
        source: await buildSource(app, given, build),
        settings: given.app.settings,
        variables: { build: valuesOf(variables.variables, 'build'), run: valuesOf(variables.variables, 'run') },
      },
      {
        ...{ note, signal, log: log.line },
        stage: (stage) => {
          note(STAGES[stage]);
          recording = recording.then(() => changeBuild(app.db, build.id, { stage })).then(() => undefined);
        },
        recognized: (found) => {
          recording = recording.then(() => recordFound(app.db, given, found));
        },
      },
    );
    await recording;
    await accept?.(release);
    const { runtime, nodeVersion } = release;
    await changeBuild(app.db, build.id, { status: 'deploying', stage: 'publish', runtime, nodeVersion, isKept: true });
  } catch (error) {
    if (error instanceof Error) log.line(error.message);
    throw error;
  } finally {
    await log.close();
  }
}

/** Its folder and its record, and the database that it was created with: the first build makes them, and a later one finds them. */
const prepareStep: StepDefinition = {
  name: 'prepare',
  title: 'Preparing the application',
  cancel: 'now',
  leaves: LEAVES,
  async run(context) {
    const files = await filesStep(context);
    if (!(await files.check())) await files.run(context);
    await createWanted(context);
  },
  async check(context) {
    const isWanted = (await databaseOf(context.app.db, context.task.resourceId))?.status === 'creating';
    return !isWanted && (await filesStep(context)).check();
  },
};

/** Makes a database that waits for the first build. */
async function createWanted({ app, task: { resourceId } }: StepContext): Promise<void> {
  const row = await databaseOf(app.db, resourceId);
  if (row?.status !== 'creating') return;
  await app.hosting.setAppDatabase(resourceId, app.secrets.open(row.sealed));
  await changeDatabase(app.db, resourceId, { status: 'ready', error: null });
}

async function filesStep({ app, task }: StepContext): Promise<HostingStep> {
  const given = await taskApp(app.db, task.resourceId);
  if (!given) throw new Error(`The application ${task.resourceId} of task ${task.id} is gone.`);
  const { id: siteId, kind, fqdn, title } = given.workload;
  const spec = { siteId, kind, fqdn, title, url: addressOf(app.config, fqdn) };
  const [files] = app.hosting.steps({ ...spec, adminUser: '', adminEmail: '', adminPassword: '' });
  if (!files) throw new Error('A kind of workload has no first step.');
  return files;
}

export const buildStep: StepDefinition = {
  name: 'build',
  title: 'Building the release',
  cancel: 'now',
  leaves: LEAVES,
  timeoutMs: BUILD_MS,
  run: (context) => runBuild(context),
  check: async (context) => (await givenOf(context)).build.isKept,
};

/** Visitors get it. The application's record names the earlier release until the task ends, which it does in one transaction. */
const publishStep: StepDefinition = {
  name: 'publish',
  title: 'Publishing the release',
  cancel: 'no',
  leaves: LEAVES,
  async run(context) {
    const { app, task } = context;
    const { workload, build } = await givenOf(context);
    await refuseTask(app, workload);
    if (workload.status === 'created') await moveSite(app.db, task.resourceId, 'deploying');
    if (workload.status === 'failed') await moveSite(app.db, task.resourceId, 'processing');
    await app.hosting.publish(task.resourceId, build.id, context);
    app.edge.invalidate(workload.fqdn);
  },
  check: async ({ app, task }) =>
    (await app.hosting.liveRelease(task.resourceId)) === BuildPayload.of(task.payload).buildId,
};

const checkStep: StepDefinition = {
  name: 'check',
  title: 'Asking for the home page',
  cancel: 'no',
  async run({ app, task, note }) {
    const given = await taskApp(app.db, task.resourceId);
    if (!given) return;
    const [, evidence] = await Promise.all([
      measureSite(app, task.resourceId),
      checkSite(app, given.workload, given.workload.fqdn),
    ]);
    for (const entry of evidence) note(`${entry.name}: ${entry.detail}`);
  },
  check: async ({ app, task }) => ((await taskApp(app.db, task.resourceId))?.workload.evidence.length ?? 0) > 0,
};

/** The release of a build answers visitors. */
async function published(tx: Database, { app, task }: StepContext): Promise<void> {
  const { buildId } = BuildPayload.of(task.payload);
  const given = await taskApp(tx, task.resourceId, { lock: true });
  if (!given) return;
  await updateApp(tx, task.resourceId, { liveBuildId: buildId });
  await endBuild(tx, buildId, 'success', app.clock.now());
  await keepNewest(tx, task.resourceId, buildId);
  if (given.workload.status !== 'ready') await moveSite(tx, task.resourceId, 'ready', { taskId: null });
  else await recordFacts(tx, task.resourceId, { taskId: null });
}

/** An application whose first release never answered has failed; every other keeps its live release. */
async function leftAsItWas(tx: Database, context: StepContext): Promise<void> {
  const { app, task } = context;
  const given = await taskApp(tx, task.resourceId, { lock: true });
  // Visitors get it: only the last look at it failed.
  const live = await app.hosting.liveRelease(task.resourceId);
  if (live === BuildPayload.of(task.payload).buildId) return published(tx, context);
  const status = given?.workload.status;
  if (status === 'created') await moveSite(tx, task.resourceId, 'deploying');
  if (status === 'created' || status === 'deploying' || status === 'processing')
    await moveSite(tx, task.resourceId, 'failed', { taskId: null });
}

/** Removes what nobody needs, and begins the next build. */
async function ended({ app, task }: StepContext): Promise<void> {
  app.edge.invalidate(task.title);
  const { buildId } = BuildPayload.of(task.payload);
  await appFiles(app.config).remove(buildId);
  const live = (await taskApp(app.db, task.resourceId))?.app.liveBuildId;
  if (live) await app.hosting.keepReleases(task.resourceId, await keepNewest(app.db, task.resourceId, live));
  await beginWaiting(app, task.resourceId);
}

export const cutMessage = (error: TaskError): string => error.message.slice(0, 2000);

/** Builds a release and publishes it. */
export const buildKind = defineKind({
  ...BUILD_TASK,
  label: 'Building and publishing',
  steps: [prepareStep, buildStep, publishStep, checkStep],
  async succeeded(tx, context) {
    await published(tx, context);
    const { buildId } = BuildPayload.of(context.task.payload);
    const { title } = context.task;
    return {
      type: 'app_build_success',
      ...described(said('{app} has a new release.', { app: title })),
      link: buildLink(context.task, buildId),
    };
  },
  async failed(tx, context, error) {
    const { buildId } = BuildPayload.of(context.task.payload);
    await leftAsItWas(tx, context);
    await endBuild(tx, buildId, 'failed', context.app.clock.now(), cutMessage(error));
    const text = said('The build of {app} failed. {reason}', { app: context.task.title, reason: reasonOf(error) });
    return { type: 'app_build_failed', ...described(text), link: buildLink(context.task, buildId) };
  },
  async cancelled(tx, context) {
    await leftAsItWas(tx, context);
    await endBuild(tx, BuildPayload.of(context.task.payload).buildId, 'cancelled', context.app.clock.now());
    return null;
  },
  ended,
});

/** Publishes a kept release again. */
export const publishKind = defineKind({
  ...BUILD_TASK,
  label: 'Publishing a release',
  steps: [publishStep, checkStep],
  async succeeded(tx, context) {
    await published(tx, context);
    return null;
  },
  async failed(tx, context, error) {
    const { task } = context;
    await leftAsItWas(tx, context);
    const { buildId } = BuildPayload.of(task.payload);
    const text = said('The release of {app} could not be published. {reason}', {
      ...{ app: task.title, reason: reasonOf(error) },
    });
    return { type: 'app_build_failed', ...described(text), link: buildLink(task, buildId) };
  },
  ended,
});

/** Begins builds that wait although nothing runs: the process of their predecessor was killed as it ended. */
export async function beginForgotten(app: AppContext): Promise<void> {
  for (const appId of await appsWithWaitingBuilds(app.db, FORGOTTEN_AT_ONCE)) await beginWaiting(app, appId);
}
