import type { Database } from '../../db/database.ts';
import { listPartners, type PartnerName } from './channel.repo.ts';
import { refused } from './check-release.ts';

/** The partner with a panel host; null for all. @throws PanelError RELEASE_REFUSED when there is none */
export async function partnerOf(db: Database, host: string | undefined): Promise<PartnerName | null> {
  if (host === undefined) return null;
  const found = (await listPartners(db)).find(({ domain }) => domain === host.toLowerCase());
  if (!found) throw refused(`There is no partner with the panel host ${host}.`);
  return found;
}
