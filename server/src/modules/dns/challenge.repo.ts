import { and, eq, like, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { acmeChallenge } from '../../db/schema.ts';

/** The name below a domain at which a certificate authority reads TXT records (RFC 8555, 8.4). */
export const CHALLENGE_LABEL = '_acme-challenge';

/** What a certificate authority has to read at a host name to see that it leads here. */
export async function challengeAnswer(db: Database, token: string, host: string): Promise<string | null> {
  const [row] = await db
    .select({ answer: acmeChallenge.answer })
    .from(acmeChallenge)
    .where(and(eq(acmeChallenge.token, token), eq(acmeChallenge.host, host)));
  return row?.answer ?? null;
}

export type TextChallenge = { host: string; answer: string };

/** The texts that are to be read in the DNS now, of all names. */
export const textChallenges = (db: Database): Promise<TextChallenge[]> =>
  db
    .select({ host: acmeChallenge.host, answer: acmeChallenge.answer })
    .from(acmeChallenge)
    // `_` is a wildcard of LIKE.
    .where(like(acmeChallenge.host, `\\${CHALLENGE_LABEL}.%`))
    .orderBy(acmeChallenge.host, acmeChallenge.token);

/** Stores an answer; a text is one of `_acme-challenge.` and the domain. */
export async function addChallenge(db: Database, token: string, host: string, answer: string): Promise<void> {
  await db
    .insert(acmeChallenge)
    .values({ token, host, answer })
    .onConflictDoUpdate({ target: acmeChallenge.token, set: { host, answer } });
}

export async function removeChallenge(db: Database, token: string): Promise<void> {
  await db.delete(acmeChallenge).where(eq(acmeChallenge.token, token));
}

/** Removes those of requests that were killed; returns their names. */
export async function removeOldChallenges(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .delete(acmeChallenge)
    .where(lt(acmeChallenge.createdAt, before))
    .returning({ host: acmeChallenge.host });
  return rows.map(({ host }) => host);
}
