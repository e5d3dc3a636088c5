import type { CustomerSite, CustomerSitesInput } from '@panel/contract';
import type * as v from 'valibot';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { lockIdleWorkload } from '../site/find-site.ts';
import { moveToCustomer } from '../site-lifecycle/move-to-customer.ts';
import { findCustomer } from './customer.repo.ts';
import { record } from './customer.service.ts';
import { publicCustomerSite, sitesOfCustomer } from './customer-site.repo.ts';

const SITES_MOST = 1000;

const idsOf = async (tx: Database, context: CallContext, id: string): Promise<string[]> =>
  (await sitesOfCustomer(tx, scopeOf(context), id, SITES_MOST)).map((site) => site.id).sort();

/** The sites and applications of a customer. @throws PanelError NOT_FOUND */
export async function showSites(context: CallContext, id: string): Promise<CustomerSite[]> {
  const { db } = context.app;
  found(await findCustomer(db, scopeOf(context), id));
  return (await sitesOfCustomer(db, scopeOf(context), id, SITES_MOST)).map(publicCustomerSite);
}

/**
 * Gives a customer these sites and applications and no others. One on which a task works stops the whole change.
 * @throws PanelError NOT_FOUND, also for a site of another partner; TASK_RUNNING, CONFLICT
 */
export async function assignSites(
  context: CallContext,
  { id, site_ids, expected }: v.InferOutput<typeof CustomerSitesInput>,
): Promise<CustomerSite[]> {
  const { app } = context;
  const hosts = await app.db.transaction(async (tx) => {
    const customer = found(await findCustomer(tx, scopeOf(context), id, { lock: true }));
    const before = await idsOf(tx, context, id);
    checkExpected(expected && { site_ids: expected.site_ids && [...expected.site_ids].sort() }, { site_ids: before });
    const wanted = new Set(site_ids);
    const leaving = before.filter((siteId) => !wanted.has(siteId));
    const coming = [...wanted].filter((siteId) => !before.includes(siteId));
    // They would be deleted with the customer.
    if (customer.deletesAt && coming.length > 0) throw new PanelError('NOT_FOUND');
    const moved: string[] = [];
    // In one order, so that two such changes wait for each other instead of blocking each other.
    for (const siteId of [...leaving, ...coming].sort()) {
      const row = await lockIdleWorkload(context, tx, siteId);
      moved.push(...(await moveToCustomer(context, tx, row, wanted.has(siteId) ? id : null)));
    }
    if (moved.length > 0) await record(context, tx, 'customer.sites', id, { leaving, coming });
    return moved;
  });
  for (const host of hosts) app.edge.invalidate(host);
  return showSites(context, id);
}
