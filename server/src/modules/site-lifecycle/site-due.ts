import type { SiteOverview } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { lastBackup } from '../backup/backup.repo.ts';
import { checkedAt, countUpdates } from '../extension/due.repo.ts';

/** What is due on a site: figures that were read, with their times, and nothing that nobody has checked. */
export async function siteDue(db: Database, siteId: string): Promise<SiteOverview['due']> {
  const read = await checkedAt(db, siteId);
  const last = await lastBackup(db, siteId);
  return {
    updates: read && { ...(await countUpdates(db, siteId)), checked_at: read.toISOString() },
    backup: last && {
      created_at: last.createdAt.toISOString(),
      proof: last.proof && { ok: last.proof.ok, checked_at: last.proof.checked_at },
    },
  };
}
