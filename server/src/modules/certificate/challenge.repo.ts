import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { acmeChallenge } from '../../db/schema.ts';

/** What a certificate authority has to read at a host name to see that it leads here. */
export async function challengeAnswer(db: Database, token: string, host: string): Promise<string | null> {
  const [row] = await db
    .select({ answer: acmeChallenge.answer })
    .from(acmeChallenge)
    .where(and(eq(acmeChallenge.token, token), eq(acmeChallenge.host, host)));
  return row?.answer ?? null;
}

export async function addChallenge(db: Database, token: string, host: string, answer: string): Promise<void> {
  await db
    .insert(acmeChallenge)
    .values({ token, host, answer })
    .onConflictDoUpdate({ target: acmeChallenge.token, set: { host, answer } });
}

export async function removeChallenge(db: Database, token: string): Promise<void> {
  await db.delete(acmeChallenge).where(eq(acmeChallenge.token, token));
}

/** Removes those of requests that were killed. */
export async function removeOldChallenges(db: Database, before: Date): Promise<void> {
  await db.delete(acmeChallenge).where(lt(acmeChallenge.createdAt, before));
}
