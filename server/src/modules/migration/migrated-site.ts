import type { MigrationStatus } from '@panel/contract';
import type { CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { checkSite, looksWell } from '../site/site-checks.ts';
import { findSite } from '../site/site.service.ts';
import type { MigrationRow } from './migration.repo.ts';

type Wanted = { status: MigrationStatus; siteId: string | null };

/**
 * The site of a migration's customer, which is ready and answers now; for the status ready at the chosen address.
 * @throws PanelError VALIDATION, NOT_FOUND, SITE_NOT_READY
 */
export async function answeringSite(
  context: CallContext,
  { customerId, fqdn }: MigrationRow,
  { status, siteId }: Wanted,
): Promise<string> {
  if (!siteId) throw new PanelError('VALIDATION', {}, { fields: { site_id: 'Choose the site that has the copy.' } });
  const site = await findSite(context, { id: siteId });
  if (site.customerId !== customerId) throw new PanelError('NOT_FOUND');
  if (status === 'ready' && site.fqdn !== fqdn)
    throw new PanelError('VALIDATION', {}, { fields: { site_id: `The site is not at ${fqdn} yet. Rename it first.` } });
  const answers =
    site.status === 'ready' && (await checkSite(context.app, site, site.fqdn).then(looksWell, () => false));
  if (!answers) throw new PanelError('SITE_NOT_READY');
  return site.id;
}
