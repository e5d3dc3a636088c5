import { and, asc, count, desc, eq, gt, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { described, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { apiToken, notification, user } from '../../db/schema.ts';
import { selectPage, unlimited, within, type Scope } from '../../db/select-page.ts';
import type { UserRow } from '../../context/call-context.ts';
import type { Slice } from '../../kernel/paged.ts';

/** The member of the account who made a token. */
const MAKER = alias(user, 'maker');

export type ApiTokenRow = typeof apiToken.$inferSelect;

/** A scope, and the member of the account whose tokens these are; null: everybody's in it. */
export type Owned = { scope: Scope; memberId: string | null };
const ownedTokens = ({ scope, memberId }: Owned): SQL | undefined => {
  return and(within(apiToken, unlimited(scope)), memberId === null ? undefined : eq(apiToken.memberId, memberId));
};

const COLUMN = {
  created_at: apiToken.createdAt,
  name: apiToken.name,
  last_used_at: apiToken.lastUsedAt,
  expires_at: apiToken.expiresAt,
} as const;

/** A page of the scope's tokens; one that was never used, or that does not expire, is last. */
export const listApiTokens = (db: Database, owned: Owned, slice: Slice<keyof typeof COLUMN>) =>
  selectPage(db, apiToken, {
    ...slice,
    where: ownedTokens(owned),
    orderBy: [
      sql`${(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy])} nulls last`,
      desc(apiToken.createdAt),
      asc(apiToken.id),
    ],
  });

const isLive = (now: Date): SQL | undefined =>
  and(isNull(apiToken.revokedAt), or(isNull(apiToken.expiresAt), gt(apiToken.expiresAt, now)));

/** How many tokens of one maker work: of a member of the account, or of the customer, for whom `memberId` is null. */
export async function countLive(db: Database, { scope, memberId }: Owned, now: Date): Promise<number> {
  const made = memberId === null ? isNull(apiToken.memberId) : eq(apiToken.memberId, memberId);
  const [row] = await db
    .select({ live: count() })
    .from(apiToken)
    .where(and(within(apiToken, unlimited(scope)), made, isLive(now)));
  return row?.live ?? 0;
}

/** Stores a token and notifies its owner. */
export async function insertApiToken(
  tx: Database,
  values: typeof apiToken.$inferInsert,
  text: Said,
): Promise<ApiTokenRow> {
  const [row] = await tx.insert(apiToken).values(values).returning();
  if (!row) throw new Error('No API token was written.');
  const { id, partnerId, customerId, memberId } = row;
  const userId = memberId ?? customerId;
  await tx.insert(notification).values({
    ...{ partnerId, userId, type: 'api_token_created', ...described(text) },
    ...{ link: '/my-account/api-tokens', dedupeKey: `api-token:${id}` },
  });
  return row;
}

/** A token with its owner, by the hash of its text. Who sends it is known afterwards, so there is no scope yet. */
export async function findApiToken(
  db: Database,
  tokenHash: string,
): Promise<{ token: ApiTokenRow; owner: UserRow; maker: UserRow | null } | undefined> {
  const [row] = await db
    .select({ token: apiToken, owner: user, maker: MAKER })
    .from(apiToken)
    .innerJoin(user, eq(user.id, apiToken.customerId))
    .leftJoin(MAKER, eq(MAKER.id, apiToken.memberId))
    .where(eq(apiToken.tokenHash, tokenHash));
  return row;
}

/** Stores when a token was last used and from where, unless that was stored after `before`. */
export async function touchApiToken(
  db: Database,
  id: string,
  { now, before, ip }: { now: Date; before: Date; ip: string | null },
): Promise<void> {
  await db
    .update(apiToken)
    .set({ lastUsedAt: now, lastUsedIp: ip })
    .where(and(eq(apiToken.id, id), or(isNull(apiToken.lastUsedAt), lte(apiToken.lastUsedAt, before))));
}

/** A token of the scope; undefined for those of others. */
export async function findOwnToken(db: Database, owned: Owned, id: string): Promise<ApiTokenRow | undefined> {
  const [row] = await db
    .select()
    .from(apiToken)
    .where(and(eq(apiToken.id, id), ownedTokens(owned)));
  return row;
}

/** Revokes the scope's tokens that are not revoked yet: one of them, or all. Returns those. */
export const revokeApiTokens = (
  db: Database,
  owned: Owned,
  now: Date,
  id?: string,
): Promise<Pick<ApiTokenRow, 'id' | 'name'>[]> =>
  db
    .update(apiToken)
    .set({ revokedAt: now })
    .where(and(ownedTokens(owned), isNull(apiToken.revokedAt), id === undefined ? undefined : eq(apiToken.id, id)))
    .returning({ id: apiToken.id, name: apiToken.name });

/** Removes tokens that ended before a time; run by housekeeping. */
export async function sweepApiTokens(db: Database, before: Date): Promise<void> {
  await db.delete(apiToken).where(or(lt(apiToken.revokedAt, before), lt(apiToken.expiresAt, before)));
}
