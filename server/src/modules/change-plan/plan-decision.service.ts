import type { PlanDecision, PlanState } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import type { CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { advancePlan, scopeOfRun, sitesThat, startTask, tellStarter, type Plan } from './plan-advance.ts';
import { planKindOf } from './plan-kind-of.ts';
import { changeRun, changeRunSite, lockRun, runSites, type RunSiteRow } from './run.repo.ts';
import { isSite, lockFreeSite } from './target-sites.repo.ts';

type Input = TenantHints & {
  id: string;
  decision: PlanDecision;
  site_id?: string | undefined;
  state?: PlanState | undefined;
};

/**
 * Carries out what the customer decided about a plan (contract: PlanDecisionInput).
 * @throws PanelError NOT_FOUND, CONFLICT, TASK_RUNNING, TENANT_MISMATCH
 */
export async function decidePlan(context: CallContext, input: Input): Promise<{ status: true }> {
  await checkTenant(context, input);
  const { app } = context;
  const answer = { status: true as const };
  const settled = await app.db.transaction(async (tx) => {
    const run = found(await lockRun(tx, scopeOf(context), input.id));
    if (input.state !== undefined && input.state !== run.state) throw new PanelError('CONFLICT');
    const plan: Plan = { run, sites: await runSites(tx, run.id) };
    let rows: RunSiteRow[] = [];
    if (run.state === 'running') await decideRunning(tx, plan, input);
    // A site was chosen while the plan was running: no decision about the one that broke or looks different.
    else if (input.site_id !== undefined) throw new PanelError('CONFLICT');
    else if (run.state === 'halted') rows = await decideHalted(tx, plan, input);
    else if (run.state === 'review') rows = await decideReview(context, tx, plan, input);
    else throw new PanelError('CONFLICT');
    const state = input.decision === 'stop' ? ('stopped' as const) : ('running' as const);
    const isDifferenceAccepted = run.isDifferenceAccepted || (run.state === 'review' && input.decision === 'continue');
    await changeRun(tx, run.id, { state, isDifferenceAccepted });
    if (state === 'stopped')
      for (const row of sitesThat(plan, 'waiting')) await changeRunSite(tx, row, { outcome: 'not_started' });
    await tellStarter(tx, run, await advancePlan(app, tx, { ...run, state, isDifferenceAccepted }));
    await context.remember(tx, answer);
    return rows;
  });
  // What was kept to put the earlier version back.
  for (const { taskId } of settled) if (taskId) await removeWork(app, taskId);
  return answer;
}

async function decideRunning(tx: Database, plan: Plan, { decision, site_id }: Input): Promise<void> {
  if (decision === 'stop') return;
  const row = sitesThat(plan, 'waiting').find(({ siteId }) => siteId === site_id);
  if (decision !== 'skip' || !row) throw new PanelError('CONFLICT');
  await changeRunSite(tx, row, { outcome: 'skipped' });
}

/** @returns the sites of which nothing is put back any more */
async function decideHalted(tx: Database, plan: Plan, { decision }: Input): Promise<RunSiteRow[]> {
  const again = { taskId: null, before: null, findings: {} };
  for (const row of sitesThat(plan, 'bad'))
    await changeRunSite(tx, row, decision === 'continue' ? again : { outcome: 'left_out' });
  return decision === 'stop' ? sitesThat(plan, 'different') : [];
}

/** @returns the sites of which nothing is put back any more */
async function decideReview(
  context: CallContext,
  tx: Database,
  plan: Plan,
  { decision }: Input,
): Promise<RunSiteRow[]> {
  const different = sitesThat(plan, 'different');
  if (decision === 'continue') return different;
  const deleted: RunSiteRow[] = [];
  for (const row of different) if (!(await putBack(context, tx, plan, row))) deleted.push(row);
  for (const row of [...deleted, ...sitesThat(plan, 'bad')]) await changeRunSite(tx, row, { outcome: 'left_out' });
  return deleted;
}

/** Starts the task that puts the earlier version of a site back. False for a site that was deleted or moved. */
async function putBack(context: CallContext, tx: Database, { run }: Plan, row: RunSiteRow): Promise<boolean> {
  const { siteId, taskId } = row;
  const site = await lockFreeSite(tx, scopeOfRun(run), siteId);
  if (!site && !(await isSite(tx, scopeOfRun(run), siteId))) return false;
  if (!taskId || !site) throw new PanelError(taskId ? 'TASK_RUNNING' : 'CONFLICT');
  const work = planKindOf(context.app, run).putBack(run, { ...row, taskId });
  const undoTaskId = await startTask(context.app, tx, run, { site, ...work });
  if (undoTaskId === null) throw new PanelError('TASK_RUNNING');
  await changeRunSite(tx, row, { outcome: 'put_back', undoTaskId });
  return true;
}
