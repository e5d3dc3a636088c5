import { lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { ssoNonce } from '../../db/schema.ts';

/** Uses up a nonce; false when it was used before. */
export async function useNonce(db: Database, partnerId: string, nonce: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .insert(ssoNonce)
    .values({ partnerId, nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: ssoNonce.nonce });
  return rows.length === 1;
}

/** Removes nonces of expired links; run by housekeeping. */
export async function sweepNonces(db: Database, now: Date): Promise<void> {
  await db.delete(ssoNonce).where(lte(ssoNonce.expiresAt, now));
}
