import { sectionOn, type Section, type Site } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { appsWithin, noWorkloads, sitesOwnedBy, sitesWithin, type InSection } from '../../db/section.ts';
import { within } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { publicSite } from './public-site.ts';
import { findListed, type SiteKey } from './site-list.repo.ts';
import { siteRepo, type SiteRow } from './site.repo.ts';
import { needPort } from './site-ports.ts';

/** The kind of resource of tasks that build or publish; one of them and one on the site do not run at once. */
export const APP_RESOURCE = 'app';

/** The kind of resource of tasks that build previews, which leave what visitors get as it is. */
export const PREVIEW_RESOURCE = 'preview';

/** The task that works on what visitors of a workload get, of either kind of resource. */
export const productionTaskOn = async (tx: Database, id: string): Promise<string | null> =>
  (await openTaskOf(tx, 'site', id)) ?? (await openTaskOf(tx, APP_RESOURCE, id)) ?? null;

/** The task that works on a workload, or on one of its previews. */
export const openTaskOn = async (tx: Database, id: string): Promise<string | null> =>
  (await productionTaskOn(tx, id)) ?? (await openTaskOf(tx, PREVIEW_RESOURCE, id)) ?? null;

/**
 * The site of the caller's scope.
 * @throws PanelError NOT_FOUND, also for other people's sites (decision: Tenancy)
 */
export const findSite = async (context: CallContext, key: SiteKey): Promise<SiteRow> =>
  found(await siteRepo(context.app.db, scopeOf(context)).find(key));

/** Workloads of all sections that the partner has switched on. */
export const inOpenSections =
  ({ partner: { attributes, isSpecial } }: Pick<CallContext, 'partner'>): InSection =>
  (table, scope) => {
    const isOn = (section: Section) => sectionOn({ attributes, is_nucal_partner: isSpecial }, section);
    if (!isOn('applications')) return sitesWithin(table, scope);
    return isOn('sites') ? within(table, scope) : appsWithin(table, scope);
  };

/** Sites, also those in the bin; none where the partner has switched sites off. */
export const ownedSites =
  ({ partner: { attributes, isSpecial } }: CallContext): InSection =>
  (table, scope) =>
    sectionOn({ attributes, is_nucal_partner: isSpecial }, 'sites') ? sitesOwnedBy(table, scope) : noWorkloads();

/**
 * A site or an application of the caller's scope, for what both have: addresses, certificates, the cache.
 * @throws PanelError NOT_FOUND, also for those of others
 */
export const findWorkload = async (context: CallContext, key: SiteKey): Promise<SiteRow> =>
  found(await siteRepo(context.app.db, scopeOf(context), inOpenSections(context)).find(key));

/** The same, locked until the transaction ends. @throws PanelError NOT_FOUND */
export const lockWorkload = async (context: CallContext, tx: Database, id: string): Promise<SiteRow> =>
  found(await siteRepo(tx, scopeOf(context), inOpenSections(context)).lock(id));

/**
 * The same, mapped to the contract.
 * @throws PanelError NOT_FOUND
 */
export const showSite = async (context: CallContext, key: SiteKey): Promise<Site> =>
  publicSite(context.app)(found(await findListed(context.app.db, scopeOf(context), key)));

/**
 * A ready WordPress site of the caller's scope.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY
 */
export async function findWordPress(context: CallContext, key: SiteKey): Promise<SiteRow> {
  const site = await findSite(context, key);
  needPort(context.app, site, 'wordpress');
  if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
  return site;
}

/**
 * Locks the site and checks that no task works on it.
 * @throws PanelError NOT_FOUND, TASK_RUNNING
 */
export const lockIdle = (context: CallContext, tx: Database, id: string): Promise<SiteRow> =>
  lockIdleIn(context, tx, id, sitesWithin);

/** The same for a site or an application. @throws PanelError NOT_FOUND, TASK_RUNNING */
export const lockIdleWorkload = (context: CallContext, tx: Database, id: string): Promise<SiteRow> =>
  lockIdleIn(context, tx, id, inOpenSections(context));

/** The same for an application. @throws PanelError NOT_FOUND, TASK_RUNNING */
export const lockIdleApp = (context: CallContext, tx: Database, id: string): Promise<SiteRow> =>
  lockIdleIn(context, tx, id, appsWithin);

async function lockIdleIn(context: CallContext, tx: Database, id: string, inSection: InSection): Promise<SiteRow> {
  const row = found(await siteRepo(tx, scopeOf(context), inSection).lock(id));
  // A task on a staging site and its live one changes one of them, and works on both.
  const running = (await openTaskOn(tx, id)) ?? row.taskId;
  if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
  return row;
}
