import type { BuildTrigger } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { openTaskOn } from '../site/find-site.ts';
import { changeBuild, endBuild, insertBuild, waitingBuilds, type BuildRow } from './app-build.repo.ts';
import { taskApp, type AppRow, type AppWorkload } from './app.repo.ts';

/** Builds of one application that wait, each of another branch; one more supersedes the oldest. */
const WAITING_MAX = 5;

type Given = { workload: AppWorkload; app: AppRow };
type Wanted = {
  trigger: BuildTrigger;
  commit?: string | null;
  userId: string | null;
  /** Builds this branch for its preview; without it, the branch of production. */
  preview?: { id: string; branch: string };
  /** Takes the release of this build of a preview instead of building. */
  promotes?: BuildRow;
};

/**
 * Adds a build of a locked application. It begins at once if no other one runs; otherwise it waits, and waiting ones of the same
 * branch are superseded.
 */
export async function queueBuild(
  app: Pick<AppContext, 'tasks' | 'clock'>,
  tx: Database,
  given: Given,
  { trigger, commit = null, userId, preview, promotes }: Wanted,
): Promise<BuildRow> {
  const { id: appId, source } = given.app;
  // A promotion brings another branch: what waits of production's own stays.
  const branch = preview?.branch ?? promotes?.branch ?? given.app.branch;
  const previewId = preview?.id ?? null;
  const waiting = await waitingBuilds(tx, appId);
  const ofProduction = waiting.filter((each) => each.previewId === null);
  // Previews are few, and each has one build that waits.
  const tooMany = previewId === null ? ofProduction.slice(0, Math.max(0, ofProduction.length - WAITING_MAX + 1)) : [];
  const superseded = waiting.filter(
    (each) => (each.branch === branch && each.previewId === previewId) || tooMany.includes(each),
  );
  for (const { id } of superseded) await endBuild(tx, id, 'superseded', app.clock.now());
  const build = await insertBuild(tx, {
    ...{ appId, trigger, branch, commit, previewId, startedBy: userId },
    ...(promotes && promotedFacts(promotes)),
    isToTell: source === 'github',
  });
  const taskId = (await openTaskOn(tx, appId)) ? null : await beginBuild(app, tx, given, build);
  return { ...build, taskId };
}

/** What a release is known by, whichever build it came from. */
const promotedFacts = ({ id, branch, commit, commitMessage, commitAuthor, framework }: BuildRow) => ({
  ...{ promotes: id, branch, commit, commitMessage, commitAuthor, framework },
});

/** Gives a waiting build its task. */
async function beginBuild(
  { tasks }: Pick<AppContext, 'tasks'>,
  tx: Database,
  { workload }: Given,
  build: BuildRow,
): Promise<string> {
  const { id: resourceId, fqdn: title, partnerId, customerId } = workload;
  const given = { partnerId, customerId, userId: build.startedBy, resourceId, title };
  const kind = build.previewId === null ? 'app.build' : 'app.preview';
  const taskId = await tasks.enqueue(tx, { kind, ...given, payload: { buildId: build.id } });
  await changeBuild(tx, build.id, { taskId });
  return taskId;
}

/** Begins the oldest waiting build of an application on which no task works, unless it is being deleted; previews come last. */
export async function beginWaiting(app: Pick<AppContext, 'tasks' | 'db'>, appId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const given = await taskApp(tx, appId, { lock: true });
    const waiting = given ? await waitingBuilds(tx, appId) : [];
    const build = waiting.find(({ previewId }) => previewId === null) ?? waiting[0];
    if (!given || given.workload.status === 'moving' || !build || (await openTaskOn(tx, appId))) return;
    await beginBuild(app, tx, given, build);
  });
}
