import type { BuildTrigger } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { openTaskOn } from '../site/find-site.ts';
import { changeBuild, endBuild, insertBuild, waitingBuilds, type BuildRow } from './app-build.repo.ts';
import { taskApp, type AppRow, type AppWorkload } from './app.repo.ts';

/** Builds of one application that wait, each of another branch; one more supersedes the oldest. */
const WAITING_MAX = 5;

type Given = { workload: AppWorkload; app: AppRow };
type Wanted = { trigger: BuildTrigger; commit?: string | null; userId: string | null };

/**
 * Adds a build of a locked application. It begins at once if no other one runs; otherwise it waits, and waiting ones of the same
 * branch are superseded.
 */
export async function queueBuild(
  app: Pick<AppContext, 'tasks' | 'clock'>,
  tx: Database,
  given: Given,
  { trigger, commit = null, userId }: Wanted,
): Promise<BuildRow> {
  const { id: appId, branch } = given.app;
  const waiting = await waitingBuilds(tx, appId);
  const superseded = waiting.filter((each, index) => each.branch === branch || index <= waiting.length - WAITING_MAX);
  for (const { id } of superseded) await endBuild(tx, id, 'superseded', app.clock.now());
  const build = await insertBuild(tx, { appId, trigger, branch, commit, startedBy: userId });
  const taskId = (await openTaskOn(tx, appId)) ? null : await beginBuild(app, tx, given, build);
  return { ...build, taskId };
}

/** Gives a waiting build its task. */
async function beginBuild(
  { tasks }: Pick<AppContext, 'tasks'>,
  tx: Database,
  { workload }: Given,
  build: BuildRow,
): Promise<string> {
  const { id: resourceId, fqdn: title, partnerId, customerId } = workload;
  const given = { partnerId, customerId, userId: build.startedBy, resourceId, title };
  const taskId = await tasks.enqueue(tx, { kind: 'app.build', ...given, payload: { buildId: build.id } });
  await changeBuild(tx, build.id, { taskId });
  return taskId;
}

/** Begins the oldest waiting build of an application on which no task works, unless it is being deleted. */
export async function beginWaiting(app: Pick<AppContext, 'tasks' | 'db'>, appId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const given = await taskApp(tx, appId, { lock: true });
    const [build] = given ? await waitingBuilds(tx, appId) : [];
    if (!given || given.workload.status === 'moving' || !build || (await openTaskOn(tx, appId))) return;
    await beginBuild(app, tx, given, build);
  });
}
