import { and, desc, eq, lt, ne, sql, sum } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { helpRead, helpVote } from '../../db/schema.ts';

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Counts a view of an article. */
export async function countRead(db: Database, partnerId: string, slug: string, now: Date): Promise<void> {
  await db
    .insert(helpRead)
    .values({ partnerId, slug, day: dayOf(now), reads: 1 })
    .onConflictDoUpdate({
      target: [helpRead.partnerId, helpRead.slug, helpRead.day],
      set: { reads: sql`${helpRead.reads} + 1` },
    });
}

/** Views of the partner's readers by article, most first. */
export const readsByArticle = (db: Database, partnerId: string, limit: number) =>
  db
    .select({ slug: helpRead.slug, reads: sum(helpRead.reads).mapWith(Number) })
    .from(helpRead)
    .where(eq(helpRead.partnerId, partnerId))
    .groupBy(helpRead.slug)
    .orderBy(desc(sum(helpRead.reads)), helpRead.slug)
    .limit(limit);

type Vote = { partnerId: string; slug: string; voter: string; helpful: boolean; comment: string };

/** Stores an answer; the voter's earlier one about the article is replaced. */
export async function saveVote(db: Database, vote: Vote): Promise<void> {
  const { helpful, comment } = vote;
  await db
    .insert(helpVote)
    .values(vote)
    .onConflictDoUpdate({
      target: [helpVote.partnerId, helpVote.slug, helpVote.voter],
      set: { helpful, comment, updatedAt: sql`now()` },
    });
}

export const votesByArticle = (db: Database, partnerId: string) =>
  db
    .select({
      slug: helpVote.slug,
      helpful: sql<number>`(count(*) filter (where ${helpVote.helpful}))::int`,
      unhelpful: sql<number>`(count(*) filter (where not ${helpVote.helpful}))::int`,
    })
    .from(helpVote)
    .where(eq(helpVote.partnerId, partnerId))
    .groupBy(helpVote.slug);

/** The newest comments about all articles of the partner. */
export const newestComments = (db: Database, partnerId: string, limit: number) =>
  db
    .select()
    .from(helpVote)
    .where(and(eq(helpVote.partnerId, partnerId), ne(helpVote.comment, '')))
    .orderBy(desc(helpVote.updatedAt), helpVote.slug)
    .limit(limit);

/** Removes views of days before a time. */
export async function sweepReads(db: Database, before: Date): Promise<void> {
  await db.delete(helpRead).where(lt(helpRead.day, dayOf(before)));
}

/** Removes answers from before a time. */
export async function sweepVotes(db: Database, before: Date): Promise<void> {
  await db.delete(helpVote).where(lt(helpVote.updatedAt, before));
}
