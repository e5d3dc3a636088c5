import { signedIn, type CallContext } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { reserveRestoredOfPartner } from '../../context/partner-limits.repo.ts';
import type { Database } from '../../db/database.ts';
import { sitesOwnedBy, type InSection } from '../../db/section.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { openTaskOf, openWorkOn } from '../../tasks/task.repo.ts';
import { scheduleFollowsSite } from '../backup/backup-settings.repo.ts';
import { reclaimLicense } from '../license/site-plan.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { reserveSite } from '../license/site-quota.repo.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { findUserOfPartner } from '../user/user.repo.ts';
import { lockBinned, takeOutOfBin } from './bin.repo.ts';
import type { UnbinPayload } from './bin.tasks.ts';

/** Which deleted workloads a call is about, and how one of them is counted when it is back. */
export type BinOf = {
  ofSection: InSection;
  /** @throws PanelError when its customer's plan has no room */
  reserve(tx: Database, site: SiteRow): Promise<void>;
};

const SITES: BinOf = {
  ofSection: sitesOwnedBy,
  async reserve(tx, { partnerId, customerId, isStage }) {
    if (customerId && !isStage)
      await reserveSite(tx, partnerId, found(await findUserOfPartner(tx, partnerId, customerId)));
  },
};

/**
 * Restores a deleted site. It counts again towards the quota of its customer, whoever restores it.
 * @throws PanelError NOT_FOUND, SITE_QUOTA, PARTNER_SITES, TASK_RUNNING, TENANT_MISMATCH
 */
export async function restoreBinned(
  context: CallContext,
  { site_id: id, ...hints }: TenantHints & { site_id: string },
  { ofSection, reserve }: BinOf = SITES,
): Promise<Started> {
  await checkTenant(context, hints);
  const started = await context.app.db.transaction(async (tx) => {
    const site = found(await lockBinned(tx, scopeOf(context), id, ofSection));
    const running = await openTaskOf(tx, 'site', id);
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
    await reserveRestoredOfPartner(tx, site.partnerId);
    const isLicensed = await reclaimLicense(tx, site, context.app.clock.now());
    // One on a licence is outside of the customer's own plan.
    if (!isLicensed) await reserve(tx, site);
    await takeOutOfBin(tx, id);
    await scheduleFollowsSite(tx, id);
    const payload: UnbinPayload = {
      binnedAt: (site.binnedAt ?? context.app.clock.now()).toISOString(),
      binnedBy: site.binnedBy,
    };
    return startSiteTask(context, tx, { kind: 'site.unbin', site, payload });
  });
  await record(context, 'site.restore', started);
  return started;
}

/**
 * Deletes a site in the bin for good. Repeated while the deletion runs, it is the same deletion (decision: Writes).
 * @throws PanelError NOT_FOUND, TASK_RUNNING
 */
export async function purgeBinned(
  context: CallContext,
  id: string,
  { ofSection }: Pick<BinOf, 'ofSection'> = SITES,
): Promise<Started> {
  const started = await context.app.db.transaction(async (tx): Promise<Started> => {
    const site = found(await lockBinned(tx, scopeOf(context), id, ofSection));
    const running = await openWorkOn(tx, 'site', id);
    if (running?.kind === 'site.delete')
      return { status: true, task_id: running.id, site_id: site.id, fqdn: site.fqdn };
    // The task that moves it to the bin ends a moment after it is there.
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running.id });
    const hasStaging = (await childOf(tx, id)) !== undefined;
    return startSiteTask(context, tx, { kind: 'site.delete', site, payload: { status: site.status, hasStaging } });
  });
  await record(context, 'site.purge', started);
  return started;
}

async function record(context: CallContext, action: string, { site_id: siteId, fqdn }: Started): Promise<void> {
  const { app, partner, request } = context;
  await audit(app.db, action, { partnerId: partner.id, userId: signedIn(context).id, request }, { siteId, fqdn });
}
