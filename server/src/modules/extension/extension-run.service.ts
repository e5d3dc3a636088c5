import {
  PLAN_REASONS,
  type AvailableSite,
  type ExtensionAction,
  type ExtensionChange,
  type ExtensionKind,
  type ExtensionRun,
  type PlanReason,
} from '@panel/contract';
import type { RunItem } from '../../db/schema.ts';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant } from '../../context/tenant.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { enqueueSiteTask } from '../site/start-site-task.ts';
import { moveSite, type SiteRow } from '../site/site.repo.ts';
import { newestOf } from '@panel/contract/compare-versions';
import { extensionTaskId, itemsFor, NOTHING, reasonOf, unfit } from './extension-choice.ts';
import type { ExtensionPayload } from './extension-steps.ts';
import { versionsOf } from './extension.repo.ts';
import { installedItems, type SiteItem } from './installed.repo.ts';
import { advancePlan } from '../change-plan/plan-advance.ts';
import { newPlanSites } from '../change-plan/plan-waves.ts';
import { hasEnded, wireSite } from '../change-plan/plan-result.ts';
import { isExtensionRun, wireRun } from './run-result.ts';
import { findRun, inOpenPlans, insertRun, insertRunSites, runSites, type NewRunSite } from '../change-plan/run.repo.ts';
import { lockSites, wordPressSites } from '../change-plan/target-sites.repo.ts';

type Input = Required<Pick<ExtensionChange, 'slugs' | 'action' | 'activate'>> & ExtensionChange;

const invalid = (field: string, text: string): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: text } });

/** Rejects combinations that the schema cannot express. */
function checkChange(kind: ExtensionKind, { action, slugs, site_ids, version, activate, waves }: Input): void {
  if (kind === 'theme' && action === 'deactivate')
    throw invalid('action', 'A theme cannot be deactivated. Activate another theme instead.');
  if (kind === 'theme' && slugs.length > 1 && (action === 'activate' || activate))
    throw invalid('slugs', 'Only one theme can be active. Choose one.');
  if (version !== undefined && (slugs.length > 1 || action !== 'install'))
    throw invalid('version', 'A version can be chosen to install one item.');
  if (action === 'install' && !site_ids) throw invalid('site_ids', 'Choose at least one site.');
  if (waves && action !== 'install' && action !== 'update')
    throw invalid('waves', 'Only an installation or an update can be made in waves.');
}

/** What is to be changed; to install or update, with the version of the library. */
async function itemsOf(
  context: CallContext,
  kind: ExtensionKind,
  input: Input,
  known: readonly SiteItem[],
): Promise<RunItem[]> {
  const slugs = [...new Set(input.slugs)];
  const nameOf = (slug: string) => known.find((item) => item.slug === slug)?.name ?? slug;
  if (input.action !== 'install' && input.action !== 'update')
    return slugs.map((slug) => ({ slug, name: nameOf(slug), version: null, extensionId: null }));
  const versions = await versionsOf(context.app.db, scopeOf(context), kind, slugs);
  return slugs.map((slug) => {
    const of = versions.filter((row) => row.slug === slug);
    const chosen = input.version ? of.find(({ version }) => version === input.version) : newestOf(of);
    const { id, name, version } = found(chosen);
    return { slug, name, version, extensionId: id };
  });
}

/** Starts the task of one site. @returns its entry in the result */
async function startOn(
  context: CallContext,
  tx: Database,
  {
    kind,
    action,
    site,
    payload,
  }: { kind: ExtensionKind; action: ExtensionAction; site: SiteRow; payload: ExtensionPayload },
): Promise<Pick<NewRunSite, 'taskId' | 'refused'>> {
  const reason = reasonOf(site);
  if (reason) return { refused: reason };
  if (payload.items.length === 0) return { refused: NOTHING[action] };
  try {
    const taskId = await enqueueSiteTask(context, tx, { kind: extensionTaskId(kind, action), site, payload });
    await moveSite(tx, site.id, 'processing');
    return { taskId };
  } catch (error) {
    if (error instanceof PanelError && error.code === 'TASK_RUNNING') return { refused: 'busy' };
    throw error;
  }
}

/**
 * Starts one task per site, all or nothing: a site that cannot be changed now gets its reason, and the others go on.
 * @throws PanelError VALIDATION, NOT_FOUND (an unknown site or version), TENANT_MISMATCH, ABUSE
 */
export async function changeExtensions(
  context: CallContext,
  kind: ExtensionKind,
  input: Input,
): Promise<{ status: true; run_id: string }> {
  await checkTenant(context, input);
  refuseAbuse(context);
  checkChange(kind, input);
  const { app, partner } = context;
  const { action, activate, waves } = input;
  const known = await installedItems(app.db, scopeOf(context), kind, input.slugs);
  const items = await itemsOf(context, kind, input, known);
  const changesOn = (siteId: string) => itemsFor({ action, activate }, items, known, siteId);
  const chosen = input.site_ids ?? known.map(({ siteId }) => siteId).filter((id) => changesOn(id).length > 0);
  const siteIds = [...new Set(chosen)];
  if (siteIds.length === 0) throw invalid('slugs', PLAN_REASONS[NOTHING[action]]);
  if (waves?.first_site_id && !siteIds.includes(waves.first_site_id))
    throw invalid('waves', 'Choose the first site among those that are changed.');
  return app.db.transaction(async (tx) => {
    const sites = await lockSites(tx, scopeOf(context), siteIds);
    if (sites.length < siteIds.length) throw new PanelError('NOT_FOUND');
    const run = await insertRun(tx, {
      ...{
        partnerId: partner.id,
        customerId: signedIn(context).id,
        userId: signedIn(context).id,
        kind,
        action,
        items,
        activate,
      },
      state: waves ? 'running' : null,
    });
    if (waves) {
      const taken = await inOpenPlans(tx, siteIds);
      const reasonOn = (site: SiteRow): PlanReason | null => {
        if (taken.has(site.id)) return 'other_plan';
        return unfit(site) ?? (changesOn(site.id).length > 0 ? null : NOTHING[action]);
      };
      await insertRunSites(tx, newPlanSites(run.id, sites, { firstId: waves.first_site_id ?? null, reasonOn }));
      await advancePlan(app, tx, run);
    } else {
      const results: NewRunSite[] = [];
      for (const site of sites) {
        const payload = { items: changesOn(site.id), activate };
        const result = await startOn(context, tx, { kind, action, site, payload });
        results.push({ runId: run.id, siteId: site.id, fqdn: site.fqdn, ...result });
      }
      await insertRunSites(tx, results);
    }
    const answer = { status: true as const, run_id: run.id };
    await context.remember(tx, answer);
    return answer;
  });
}

/** The caller's WordPress sites, and whether a version can be installed there. @throws PanelError NOT_FOUND */
export async function availableSites(
  context: CallContext,
  kind: ExtensionKind,
  { slug, version }: { slug: string; version: string },
): Promise<AvailableSite[]> {
  const { db } = context.app;
  const scope = scopeOf(context);
  found((await versionsOf(db, scope, kind, [slug])).find((row) => row.version === version));
  const known = await installedItems(db, scope, kind, [slug]);
  return (await wordPressSites(db, scope)).map((site) => {
    const installed = known.find(({ siteId }) => siteId === site.id);
    const reason = reasonOf(site) ?? (installed?.version === version && installed.active ? NOTHING.install : null);
    return {
      site_id: site.id,
      fqdn: site.fqdn,
      title: site.title || site.name,
      installed_version: installed?.version ?? null,
      active: installed?.active ?? false,
      reason: reason && PLAN_REASONS[reason],
    };
  });
}

/** Progress and result per site. @throws PanelError NOT_FOUND */
export async function showRun({ app, ...context }: CallContext, id: string): Promise<ExtensionRun> {
  const run = found(await findRun(app.db, scopeOf({ app, ...context }), id));
  if (!isExtensionRun(run)) throw new PanelError('NOT_FOUND');
  const sites = (await runSites(app.db, id)).map(wireSite);
  return { ...wireRun(run), sites, ended: hasEnded(run, sites) };
}
