import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { siteSource } from '../../db/schema.ts';

export type SourceRow = typeof siteSource.$inferSelect;
type Server = Pick<SourceRow, 'protocol' | 'host' | 'port'>;

export async function findSource(db: Database, siteId: string): Promise<SourceRow | undefined> {
  return (await db.select().from(siteSource).where(eq(siteSource.workloadId, siteId)))[0];
}

/**
 * Stores the server of a site. A fingerprint that was accepted before stays if it is the same server.
 * @param accepted the fingerprint that the request accepts
 * @returns the accepted fingerprint, null when there is none
 */
export async function saveSource(
  tx: Database,
  siteId: string,
  server: Server,
  accepted: string | undefined,
): Promise<string | null> {
  const before = await findSource(tx, siteId);
  const isSame = before?.protocol === server.protocol && before.host === server.host && before.port === server.port;
  const hostKey = accepted ?? (isSame ? before.hostKey : null);
  const values = { ...server, hostKey, offeredKey: null };
  await tx
    .insert(siteSource)
    .values({ workloadId: siteId, ...values })
    .onConflictDoUpdate({ target: siteSource.workloadId, set: { ...values, updatedAt: sql`now()` } });
  return hostKey;
}

/** Records the fingerprint that a server showed instead of the accepted one. */
export async function recordOffer(db: Database, siteId: string, offeredKey: string): Promise<void> {
  await db
    .update(siteSource)
    .set({ offeredKey, updatedAt: sql`now()` })
    .where(eq(siteSource.workloadId, siteId));
}
