import { randomUUID } from 'node:crypto';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { reserveBin, reserveSite } from '../license/site-quota.repo.ts';
import { insertSite, type NewSite, type SiteRow } from '../site/site.repo.ts';

/**
 * Inserts a site of the caller, or of another customer of the partner, within the plan.
 * @throws PanelError NAME_TAKEN, SITE_QUOTA
 */
export async function writeNewSite(
  context: CallContext,
  tx: Database,
  values: Partial<NewSite> & { fqdn: string; name: string },
  user: Pick<UserRow, 'id' | 'planType'> = signedIn(context),
): Promise<SiteRow> {
  await reserveSite(tx, context.partner.id, user);
  await reserveBin(tx, user);
  const row = await insertSite(tx, {
    partnerId: context.partner.id,
    customerId: user.id,
    type: 'wordpress',
    infraDomainId: randomUUID(),
    ...values,
  });
  if (!row) throw new PanelError('NAME_TAKEN');
  return row;
}
