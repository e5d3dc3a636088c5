import {
  FLEET_REASONS,
  FLEET_SITES_MAX,
  type FleetChange,
  type FleetPlan,
  type FleetPlanSummary,
  type FleetPreview,
  type FleetReason,
} from '@panel/contract';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { hasCustomers } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { PlanSite } from '../../tasks/plan-kind.ts';
import { advancePlan } from '../change-plan/plan-advance.ts';
import { decidePlan } from '../change-plan/plan-decision.service.ts';
import { hasEnded, wireSite } from '../change-plan/plan-result.ts';
import { newPlanSites } from '../change-plan/plan-waves.ts';
import { inOpenPlans, insertRun, insertRunSites, runSites } from '../change-plan/run.repo.ts';
import { lockSites } from '../change-plan/target-sites.repo.ts';
import { listSites } from '../site/site-list.repo.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { unready } from './fleet-change.ts';
import { changeKind } from './fleet-kinds.ts';
import { isFleetPlan } from './fleet-plans.ts';
import { findPlan, listPlans, type ListedPlan } from './fleet.repo.ts';

const invalid = (field: string, text: string): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: text } });

/** Why a site is left out of a change, or null. */
const reasonFor =
  ({ app }: CallContext, change: FleetChange, taken: ReadonlySet<string>) =>
  (site: PlanSite): FleetReason | null =>
    taken.has(site.id) ? 'other_plan' : (unready(site) ?? changeKind(change.kind).preview(app, site, change));

const textOf = (reason: FleetReason | null): string | null => reason && FLEET_REASONS[reason];

type PreviewInput = {
  change: FleetChange;
  filter: { keyword?: string | undefined; customer_id?: string | undefined };
};

/** The sites that a change would reach, and which are left out. Nothing is stored. */
export async function previewChange(context: CallContext, { change, filter }: PreviewInput): Promise<FleetPreview> {
  const { db } = context.app;
  const scope = scopeOf(context);
  const { keyword, customer_id: customerId } = filter;
  const { rows, total } = await listSites(db, scope, {
    ...{ limit: FLEET_SITES_MAX, offset: 0, orderBy: 'fqdn', sortOrder: 'asc' },
    ...(keyword && { keyword }),
    ...(customerId && { customerId }),
  });
  const taken = await inOpenPlans(
    db,
    rows.map(({ id }) => id),
  );
  const reasonOn = reasonFor(context, change, taken);
  const sites = rows.map((site) => ({
    site_id: site.id,
    fqdn: site.fqdn,
    customer: hasCustomers(scope) ? site.customerEmail : null,
    now: changeKind(change.kind).now(site),
    reason: textOf(reasonOn(site)),
  }));
  return { sites, total };
}

type StartInput = { change: FleetChange; site_ids: string[]; first_site_id?: string | undefined };

/**
 * Starts a plan. A site that cannot take the change is named with the reason and left out.
 * @throws PanelError VALIDATION when no site can take it, NOT_FOUND for a site of somebody else, ABUSE
 */
export async function startPlan(
  context: CallContext,
  { change, site_ids, first_site_id: firstId }: StartInput,
): Promise<{ status: true; plan_id: string }> {
  refuseAbuse(context);
  const { app, partner } = context;
  const user = signedIn(context);
  const ids = [...new Set(site_ids)];
  if (firstId !== undefined && !ids.includes(firstId))
    throw invalid('first_site_id', 'Choose the first site among those that are changed.');
  return app.db.transaction(async (tx) => {
    // Locked: of two plans that start at the same time, the second sees the first.
    const sites = await lockSites(tx, scopeOf(context), ids);
    if (sites.length < ids.length) throw new PanelError('NOT_FOUND');
    const reasonOn = reasonFor(context, change, await inOpenPlans(tx, ids));
    if (sites.every((site) => reasonOn(site) !== null))
      throw invalid('site_ids', 'None of these sites can take this change. The preview says why.');
    const run = await insertRun(tx, {
      ...{ partnerId: partner.id, customerId: isStaff(user) ? null : user.id, userId: user.id },
      ...{ kind: change.kind, change, state: 'running' },
    });
    await insertRunSites(tx, newPlanSites(run.id, sites, { firstId: firstId ?? null, reasonOn }));
    await advancePlan(app, tx, run);
    const answer = { status: true as const, plan_id: run.id };
    await context.remember(tx, answer);
    return answer;
  });
}

function wirePlan({ run, startedBy }: ListedPlan): FleetPlanSummary[] {
  if (!isFleetPlan(run) || run.state === null) return [];
  const { id, change, createdAt, state } = run;
  return [{ id, change, created_at: createdAt.toISOString(), state, started_by: startedBy }];
}

/** The plans of the caller, of a partner's staff those of all customers too. */
export const showPlans = async (context: CallContext): Promise<FleetPlanSummary[]> =>
  (await listPlans(context.app.db, scopeOf(context))).flatMap(wirePlan);

/** Progress and result by site. @throws PanelError NOT_FOUND */
export async function showPlan(context: CallContext, id: string): Promise<FleetPlan> {
  const { db } = context.app;
  const listed = found(await findPlan(db, scopeOf(context), id));
  const summary = found(wirePlan(listed)[0]);
  const sites = (await runSites(db, id)).map(wireSite);
  return { ...summary, sites, ended: hasEnded(listed.run, sites) };
}

/** Carries out a decision about a plan. @throws PanelError NOT_FOUND, CONFLICT, TASK_RUNNING */
export async function decideFleetPlan(
  context: CallContext,
  input: Omit<Parameters<typeof decidePlan>[1], 'partner_domain' | 'reseller_email'>,
): Promise<{ status: true }> {
  found(await findPlan(context.app.db, scopeOf(context), input.id));
  return decidePlan(context, input);
}
