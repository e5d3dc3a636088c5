import type { PlanReason } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Notice } from '../../tasks/task-kind.ts';
import { notifyStarter, openTaskOf } from '../../tasks/task.repo.ts';
import { moveSite, recordTask, type SiteRow } from '../site/site.repo.ts';
import type { PlanTarget, PlanTask } from '../../tasks/plan-kind.ts';
import { planKindOf } from './plan-kind-of.ts';
import { changeRun, changeRunSite, lockRunningPlan, runSites, type RunRow, type RunSiteRow } from './run.repo.ts';
import { isSite, lockFreeSite } from './target-sites.repo.ts';

/** Tasks of one plan that wait or run at the same time: no site waits as Processing, and few follow a bad one. */
const AT_ONCE = 5;

export type PlanDeps = Pick<AppContext, 'tasks' | 'planKinds' | 'hosting'>;

/** Where a site of a plan is. `bad`: the change broke it. `different`: it answers, and the customer decides. */
type Standing = 'waiting' | 'open' | 'good' | 'bad' | 'different' | 'out';

export function standingOf(row: RunSiteRow, isDifferenceAccepted: boolean): Standing {
  if (row.refused !== null || row.outcome !== null) return 'out';
  if (row.taskId === null) return 'waiting';
  switch (row.task?.status) {
    case 'queued':
    case 'running':
    case 'cancelling':
      return 'open';
    case 'succeeded':
      return row.findings.differences?.length && !isDifferenceAccepted ? 'different' : 'good';
    case 'failed':
      return row.findings.wasBroken ? 'out' : 'bad';
    default:
      return 'out';
  }
}

/** A plan with its sites. */
export type Plan = { run: RunRow; sites: RunSiteRow[] };

export const sitesThat = ({ run, sites }: Plan, standing: Standing): RunSiteRow[] =>
  sites.filter((row) => standingOf(row, run.isDifferenceAccepted) === standing);

/**
 * Continues a plan whose row is locked: halts it when a site broke or looks different, ends it when all sites are done, and
 * otherwise starts what the present wave has room for. A site that another task works on waits.
 * @returns what the customer is to know
 */
export async function advancePlan(app: PlanDeps, tx: Database, run: RunRow): Promise<Notice | null> {
  if (run.state !== 'running') return null;
  const kind = planKindOf(app, run);
  let targetOn: ((site: SiteRow) => PlanTarget) | null = null;
  for (;;) {
    const plan: Plan = { run, sites: await runSites(tx, run.id) };
    const [bad] = sitesThat(plan, 'bad');
    const [different] = sitesThat(plan, 'different');
    const waiting = sitesThat(plan, 'waiting');
    const open = sitesThat(plan, 'open');
    if (bad && waiting.length > 0) return pause(app, tx, run, { state: 'halted', row: bad });
    if (different) return pause(app, tx, run, { state: 'review', row: different });
    if (waiting.length === 0) return open.length > 0 ? null : end(app, tx, plan);
    const isFirst = sitesThat(plan, 'good').length === 0;
    let room = (isFirst ? 1 : AT_ONCE) - open.length;
    let hasLeftOut = false;
    targetOn ??= await kind.targets(app, tx, run);
    for (const row of nextOf(waiting, open, isFirst)) {
      if (room <= 0) break;
      const result = await startOn(app, tx, plan, { row, isFirst, targetOn });
      if (result === 'started') room -= 1;
      hasLeftOut ||= result === 'out';
    }
    // Without these sites the plan may have ended, or begin its next wave.
    if (!hasLeftOut) return null;
  }
}

/**
 * The waiting sites that can be started now. As long as no site shows that the change works, it is one alone: the chosen
 * one, or another if that could not be changed.
 */
function nextOf(waiting: readonly RunSiteRow[], open: readonly RunSiteRow[], isFirst: boolean): readonly RunSiteRow[] {
  if (isFirst) return waiting.slice(0, 1);
  const wave = Math.min(...[...waiting, ...open].map((row) => row.wave ?? 0));
  return waiting.filter((row) => row.wave === wave);
}

type Pause = { state: 'halted' | 'review'; row: RunSiteRow };

async function pause(app: PlanDeps, tx: Database, run: RunRow, { state, row }: Pause): Promise<Notice> {
  await changeRun(tx, run.id, { state });
  return planKindOf(app, run).paused(run, state, row);
}

async function end(app: PlanDeps, tx: Database, { run, sites }: Plan): Promise<Notice | null> {
  await changeRun(tx, run.id, { state: 'done' });
  return planKindOf(app, run).ended({ ...run, state: 'done' }, sites);
}

export const scopeOfRun = ({ partnerId, customerId }: RunRow): Scope => ({
  partnerId,
  customerId: customerId ?? 'staff',
});

/** Starts the task of one site. `busy`: another task works on it. `out`: it can no longer be changed. */
async function startOn(
  app: PlanDeps,
  tx: Database,
  { run }: Plan,
  { row, isFirst, targetOn }: { row: RunSiteRow; isFirst: boolean; targetOn: (site: SiteRow) => PlanTarget },
): Promise<'started' | 'busy' | 'out'> {
  const leaveOut = async (refused: PlanReason) => {
    await changeRunSite(tx, row, { refused });
    return 'out' as const;
  };
  const site = await lockFreeSite(tx, scopeOfRun(run), row.siteId);
  if (!site) return (await isSite(tx, scopeOfRun(run), row.siteId)) ? 'busy' : leaveOut('gone');
  const target = targetOn(site);
  if ('reason' in target) return leaveOut(target.reason);
  const taskId = await startTask(app, tx, run, { site, ...target.task(isFirst) });
  if (taskId === null) return 'busy';
  await changeRunSite(tx, row, { taskId, ...(isFirst && { wave: 1 }) });
  return 'started';
}

type Work = PlanTask & { site: SiteRow };

/** Stores a task of a plan on a locked site. Null when another task works on the site. */
export async function startTask(app: PlanDeps, tx: Database, run: RunRow, work: Work): Promise<string | null> {
  const { kind, site, payload } = work;
  // A backup leaves its site ready; a task on a staging site works on the live one, too.
  if (site.status !== 'ready' || site.taskId !== null || (await openTaskOf(tx, 'site', site.id))) return null;
  try {
    const { partnerId, customerId, id: resourceId, fqdn: title } = site;
    const of = { partnerId, customerId, userId: run.userId };
    const taskId = await app.tasks.enqueue(tx, { ...of, kind, resourceId, title, payload });
    await recordTask(tx, site.id, taskId);
    await moveSite(tx, site.id, 'processing');
    return taskId;
  } catch (error) {
    if (error instanceof PanelError && error.code === 'TASK_RUNNING') return null;
    throw error;
  }
}

/** Notifies whoever started a plan, outside of a task's end. */
export async function tellStarter(tx: Database, run: RunRow, notice: Notice | null): Promise<void> {
  if (notice) await notifyStarter(tx, { id: run.id, userId: run.userId, partnerId: run.partnerId }, notice);
}

/** Continues the plans whose sites were busy, each in a transaction of its own. */
export async function continuePlans(app: PlanDeps & Pick<AppContext, 'db'>): Promise<void> {
  for (let after: string | null = null; ;) {
    const last: string | null = await app.db.transaction(async (tx) => {
      const run = await lockRunningPlan(tx, after);
      if (!run) return null;
      await tellStarter(tx, run, await advancePlan(app, tx, run));
      return run.id;
    });
    if (last === null) return;
    after = last;
  }
}
