import type { Site } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { publicSite } from './public-site.ts';
import { findListed, type SiteKey } from './site-list.repo.ts';
import { siteRepo, type SiteRow } from './site.repo.ts';
import { needPort } from './site-ports.ts';

/**
 * The site of the caller's scope.
 * @throws PanelError NOT_FOUND, also for other people's sites (decision: Tenancy)
 */
export const findSite = async (context: CallContext, key: SiteKey): Promise<SiteRow> =>
  found(await siteRepo(context.app.db, scopeOf(context)).find(key));

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
export async function lockIdle(context: CallContext, tx: CallContext['app']['db'], id: string): Promise<SiteRow> {
  const row = found(await siteRepo(tx, scopeOf(context)).lock(id));
  // A task on a staging site and its live one changes one of them, and works on both.
  const running = (await openTaskOf(tx, 'site', id)) ?? row.taskId;
  if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
  return row;
}
