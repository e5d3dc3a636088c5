import { signedIn, type CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { within } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { scheduleFollowsSite } from '../backup/backup-settings.repo.ts';
import { claimFollowsOwner } from '../domain/claim-pair.repo.ts';
import { dropLicense } from '../license/site-plan.ts';
import { lockIdle } from '../site/find-site.ts';
import { leaveProject, siteRepo, type SiteRow } from '../site/site.repo.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { forgetMembersOf } from '../user/membership.repo.ts';
import { endAccesses } from '../site-access/site-access.repo.ts';

/**
 * Moves a site with its staging environment, or an application, to a customer of the partner or to none, in the caller's
 * transaction, which has locked it. An application leaves its project, which is the old customer's. Returns the addresses
 * that the edge has to forget.
 * @throws PanelError NOT_FOUND for a staging site, which belongs to the customer of its live site; TASK_RUNNING
 */
export async function moveToCustomer(
  context: CallContext,
  tx: Database,
  row: SiteRow,
  customerId: string | null,
): Promise<string[]> {
  if (row.isStage) throw new PanelError('NOT_FOUND');
  const { app } = context;
  const { id } = row;
  const child = await childOf(tx, id);
  if (child) await lockIdle(context, tx, child.workloadId);
  for (const each of child ? [id, child.workloadId] : [id]) {
    await siteRepo(tx, scopeOf(context), within).update(each, { customerId });
    await scheduleFollowsSite(tx, each);
    await endAccesses(tx, each, app.clock.now());
  }
  if (row.customerId === customerId) return [row.fqdn];
  await forgetMembersOf(tx, id);
  await leaveProject(tx, id);
  await dropLicense(app, tx, { ...row, customerId }, signedIn(context).id);
  const domain = await claimFollowsOwner(tx, app.secrets, { id, customerId });
  return domain === null ? [row.fqdn] : [row.fqdn, domain];
}
