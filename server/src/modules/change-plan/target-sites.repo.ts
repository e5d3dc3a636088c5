import { EXTENSION_SITES_MAX } from '@panel/contract';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { sitesWithin } from '../../db/section.ts';
import { type Scope } from '../../db/select-page.ts';
import type { SiteRow } from '../site/site.repo.ts';

/** Sites of a scope by id, locked in one order, so that two changes of the same sites never wait for each other. */
export const lockSites = (tx: Database, scope: Scope, ids: readonly string[]): Promise<SiteRow[]> =>
  tx
    .select()
    .from(workload)
    .where(and(sitesWithin(workload, scope), inArray(workload.id, [...ids])))
    .orderBy(asc(workload.id))
    .for('update');

/** A site of a scope that no other transaction has locked, locked; undefined also when there is none. */
export async function lockFreeSite(tx: Database, scope: Scope, id: string): Promise<SiteRow | undefined> {
  const [row] = await tx
    .select()
    .from(workload)
    .where(and(sitesWithin(workload, scope), eq(workload.id, id)))
    .for('update', { skipLocked: true });
  return row;
}

export const isSite = async (db: Database, scope: Scope, id: string): Promise<boolean> =>
  (await db.$count(workload, and(sitesWithin(workload, scope), eq(workload.id, id)))) > 0;

/** The WordPress sites of a scope by address, as far as one change can include. */
export const wordPressSites = (db: Database, scope: Scope): Promise<SiteRow[]> =>
  db
    .select()
    .from(workload)
    .where(and(sitesWithin(workload, scope), eq(workload.kind, 'wordpress'), isNotNull(workload.assignedAt)))
    .orderBy(asc(workload.fqdn))
    .limit(EXTENSION_SITES_MAX);
