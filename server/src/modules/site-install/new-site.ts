import { randomUUID } from 'node:crypto';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { reserveSitesOfPartner } from '../../context/partner-limits.repo.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { changePlan } from '../license/licensed-site.repo.ts';
import { usableLicense } from '../license/license.service.ts';
import { planOf } from '../license/site-plan.ts';
import { reserveBin, reserveSite } from '../license/site-quota.repo.ts';
import { insertSite, type NewSite, type SiteRow } from '../site/site.repo.ts';

type Owner = { user?: Pick<UserRow, 'id' | 'planType'>; licenseKey?: string | null | undefined };

/**
 * Inserts a site of the caller, or of another customer of the partner, within the plan. One with a license runs on it from the beginning,
 * beside the sites of the plan.
 * @throws PanelError NAME_TAKEN, SITE_QUOTA, BIN_FULL, PARTNER_SITES, PARTNER_DISK; NOT_FOUND, LICENSE_NOT_VALID, LICENSE_USED for a license
 */
export async function writeNewSite(
  context: CallContext,
  tx: Database,
  values: Partial<NewSite> & { fqdn: string; name: string },
  { user = signedIn(context), licenseKey = null }: Owner = {},
): Promise<SiteRow> {
  await reserveSitesOfPartner(tx, context.partner.id);
  await reserveSite(tx, context.partner.id, user, licenseKey === null ? 0 : 1);
  await reserveBin(tx, user);
  const row = await insertSite(tx, {
    partnerId: context.partner.id,
    customerId: user.id,
    type: 'wordpress',
    infraDomainId: randomUUID(),
    nodeId: context.app.machine.place(),
    ...values,
  });
  if (!row) throw new PanelError('NAME_TAKEN');
  if (licenseKey === null) return row;
  const plan = planOf(await usableLicense(context, tx, row, { key: licenseKey }, 'site'));
  await changePlan(tx, row.id, plan);
  return { ...row, ...plan };
}
