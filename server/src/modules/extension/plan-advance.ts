import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Notice } from '../../tasks/task-kind.ts';
import { notifyStarter, openTaskOf } from '../../tasks/task.repo.ts';
import { moveSite, recordTask, type SiteRow } from '../site/site.repo.ts';
import { extensionTaskId, itemsFor, NOTHING, unfit } from './extension-choice.ts';
import type { ExtensionPayload } from './extension-steps.ts';
import { installedItems } from './installed.repo.ts';
import { noticeOf, pausedNotice } from './run-result.ts';
import { changeRun, changeRunSite, lockRunningPlan, runSites, type RunRow, type RunSiteRow } from './run.repo.ts';
import { isSite, lockFreeSite } from './target-sites.repo.ts';

/** Tasks of one plan that wait or run at the same time: no site waits as Processing, and few follow a bad one. */
const AT_ONCE = 5;

type Deps = Pick<AppContext, 'tasks'>;

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
export async function advancePlan(app: Deps, tx: Database, run: RunRow): Promise<Notice | null> {
  if (run.state !== 'running') return null;
  for (;;) {
    const plan: Plan = { run, sites: await runSites(tx, run.id) };
    const [bad] = sitesThat(plan, 'bad');
    const [different] = sitesThat(plan, 'different');
    const waiting = sitesThat(plan, 'waiting');
    const open = sitesThat(plan, 'open');
    if (bad && waiting.length > 0) return pause(tx, run, 'halted', bad);
    if (different) return pause(tx, run, 'review', different);
    if (waiting.length === 0) return open.length > 0 ? null : end(tx, plan);
    const isFirst = sitesThat(plan, 'good').length === 0;
    let room = (isFirst ? 1 : AT_ONCE) - open.length;
    let hasLeftOut = false;
    for (const row of nextOf(waiting, open, isFirst)) {
      if (room <= 0) break;
      const result = await startOn(app, tx, plan, { row, isFirst });
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

async function pause(tx: Database, run: RunRow, state: 'halted' | 'review', row: RunSiteRow): Promise<Notice> {
  await changeRun(tx, run.id, { state });
  return pausedNotice(run, state, row);
}

async function end(tx: Database, { run, sites }: Plan): Promise<Notice | null> {
  await changeRun(tx, run.id, { state: 'done' });
  return noticeOf({ ...run, state: 'done' }, sites);
}

export const scopeOfRun = ({ partnerId, customerId }: RunRow): Scope => ({ partnerId, customerId });

/** Starts the task of one site. `busy`: another task works on it. `out`: it can no longer be changed. */
async function startOn(
  app: Deps,
  tx: Database,
  { run }: Plan,
  { row, isFirst }: { row: RunSiteRow; isFirst: boolean },
): Promise<'started' | 'busy' | 'out'> {
  const leaveOut = async (refused: string) => {
    await changeRunSite(tx, row, { refused });
    return 'out' as const;
  };
  const site = await lockFreeSite(tx, scopeOfRun(run), row.siteId);
  if (!site)
    return (await isSite(tx, scopeOfRun(run), row.siteId)) ? 'busy' : leaveOut('This site was deleted or moved.');
  const reason = unfit(site);
  if (reason) return leaveOut(reason);
  const known = await installedItems(
    tx,
    scopeOfRun(run),
    run.kind,
    run.items.map(({ slug }) => slug),
  );
  const items = itemsFor(run, run.items, known, site.id);
  if (items.length === 0) return leaveOut(NOTHING[run.action]);
  const payload: ExtensionPayload = { items, activate: run.activate, plan: { isFirst } };
  const taskId = await startTask(app, tx, run, { kind: extensionTaskId(run.kind, run.action), site, payload });
  if (taskId === null) return 'busy';
  await changeRunSite(tx, row, { taskId, ...(isFirst && { wave: 1 }) });
  return 'started';
}

type Work = { kind: string; site: SiteRow; payload: Record<string, unknown> };

/** Stores a task of a plan on a locked site. Null when another task works on the site. */
export async function startTask(app: Deps, tx: Database, run: RunRow, work: Work): Promise<string | null> {
  const { kind, site, payload } = work;
  // A backup leaves its site ready; a task on a staging site works on the live one, too.
  if (site.status !== 'ready' || site.taskId !== null || (await openTaskOf(tx, 'site', site.id))) return null;
  try {
    const { partnerId, customerId, id: resourceId, fqdn: title } = site;
    const of = { partnerId, customerId, userId: run.customerId };
    const taskId = await app.tasks.enqueue(tx, { ...of, kind, resourceId, title, payload });
    await recordTask(tx, site.id, taskId);
    await moveSite(tx, site.id, 'processing');
    return taskId;
  } catch (error) {
    if (error instanceof PanelError && error.code === 'TASK_RUNNING') return null;
    throw error;
  }
}

/** Notifies the customer of a plan outside of a task's end. */
export async function tellCustomer(tx: Database, run: RunRow, notice: Notice | null): Promise<void> {
  if (notice) await notifyStarter(tx, { id: run.id, userId: run.customerId, partnerId: run.partnerId }, notice);
}

/** Continues the plans whose sites were busy, each in a transaction of its own. */
export async function continuePlans(app: Pick<AppContext, 'db' | 'tasks'>): Promise<void> {
  for (let after: string | null = null; ;) {
    const last: string | null = await app.db.transaction(async (tx) => {
      const run = await lockRunningPlan(tx, after);
      if (!run) return null;
      await tellCustomer(tx, run, await advancePlan(app, tx, run));
      return run.id;
    });
    if (last === null) return;
    after = last;
  }
}
