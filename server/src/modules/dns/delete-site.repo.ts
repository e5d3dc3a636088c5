import type { Database } from '../../db/database.ts';
import { deleteSiteRow } from '../site/site.repo.ts';
import { removeZonesOf } from './dns.repo.ts';

/**
 * Deletes a site with everything that refers to it: hosts, usage, limits, the zone of its domain. Tasks stay. The zone is
 * last: whoever is adding one holds the site's row.
 */
export async function deleteSite(tx: Database, id: string): Promise<void> {
  await deleteSiteRow(tx, id);
  await removeZonesOf(tx, 'site', id);
}
