import { and, asc, count, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { helpArticle, helpVersion } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';

export type ArticleRow = typeof helpArticle.$inferSelect;
export type VersionRow = typeof helpVersion.$inferSelect;
export type NewVersion = Omit<typeof helpVersion.$inferInsert, 'articleId' | 'version'>;

/** Versions of an article that are kept; the published one always is. */
export const VERSIONS_KEPT = 50;

const COLUMN = { created_at: helpArticle.createdAt, title: helpArticle.title, slug: helpArticle.slug };

export const listArticles = (
  db: Database,
  partnerId: string,
  keyword: string | undefined,
  slice: Slice<keyof typeof COLUMN>,
) =>
  selectPage(db, helpArticle, {
    ...slice,
    where: and(
      eq(helpArticle.partnerId, partnerId),
      keyword ? namesHaveWords([helpArticle.title, helpArticle.slug], keyword) : undefined,
    ),
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]), asc(helpArticle.id)],
  });

const own = (partnerId: string, id: string) => and(eq(helpArticle.partnerId, partnerId), eq(helpArticle.id, id));

export async function findArticle(db: Database, partnerId: string, id: string): Promise<ArticleRow | undefined> {
  return (await db.select().from(helpArticle).where(own(partnerId, id)))[0];
}

/** The article, locked until the transaction ends. */
export async function lockArticle(db: Database, partnerId: string, id: string): Promise<ArticleRow | undefined> {
  return (await db.select().from(helpArticle).where(own(partnerId, id)).for('update'))[0];
}

export async function findVersion(db: Database, articleId: string, version: number): Promise<VersionRow | undefined> {
  const where = and(eq(helpVersion.articleId, articleId), eq(helpVersion.version, version));
  return (await db.select().from(helpVersion).where(where))[0];
}

/** Newest first. */
export const listVersions = (db: Database, articleId: string) => {
  const { version, title, userName, restoredFrom, createdAt } = helpVersion;
  return db
    .select({ version, title, userName, restoredFrom, createdAt })
    .from(helpVersion)
    .where(eq(helpVersion.articleId, articleId))
    .orderBy(desc(helpVersion.version))
    .limit(VERSIONS_KEPT);
};

const published = (partnerId: string) =>
  and(eq(helpArticle.partnerId, partnerId), eq(helpVersion.version, helpArticle.publishedVersion));

/** What readers see of a partner's articles, by title. */
export const listPublished = (db: Database, partnerId: string) => {
  const { title, summary, category, audience, words } = helpVersion;
  return db
    .select({ slug: helpArticle.slug, title, summary, category, audience, words })
    .from(helpArticle)
    .innerJoin(helpVersion, eq(helpVersion.articleId, helpArticle.id))
    .where(published(partnerId))
    .orderBy(asc(helpVersion.title), asc(helpArticle.slug));
};

export async function findPublished(db: Database, partnerId: string, slug: string): Promise<VersionRow | undefined> {
  const [row] = await db
    .select({ version: helpVersion })
    .from(helpArticle)
    .innerJoin(helpVersion, eq(helpVersion.articleId, helpArticle.id))
    .where(and(published(partnerId), eq(helpArticle.slug, slug)));
  return row?.version;
}

export async function countArticles(db: Database, partnerId: string): Promise<number> {
  const rows = await db.select({ n: count() }).from(helpArticle).where(eq(helpArticle.partnerId, partnerId));
  return rows[0]?.n ?? 0;
}

/** Writes an article with its first version; undefined when the partner has one with this slug. */
export async function insertArticle(
  db: Database,
  { partnerId, slug }: { partnerId: string; slug: string },
  version: NewVersion,
): Promise<string | undefined> {
  const { title, category, audience } = version;
  const [row] = await db
    .insert(helpArticle)
    .values({ ...{ partnerId, slug, title, category, audience }, version: 1 })
    .onConflictDoNothing()
    .returning({ id: helpArticle.id });
  if (row) await db.insert(helpVersion).values({ ...version, articleId: row.id, version: 1 });
  return row?.id;
}

/** Adds the next version of a locked article, and removes the oldest beyond those that are kept. */
export async function addVersion(db: Database, article: ArticleRow, added: NewVersion): Promise<number> {
  const { title, category, audience } = added;
  const version = article.version + 1;
  await db.insert(helpVersion).values({ ...added, articleId: article.id, version });
  await db
    .update(helpArticle)
    .set({ ...{ version, title, category, audience }, updatedAt: sql`now()` })
    .where(eq(helpArticle.id, article.id));
  await db
    .delete(helpVersion)
    .where(
      and(
        eq(helpVersion.articleId, article.id),
        lte(helpVersion.version, version - VERSIONS_KEPT),
        ne(helpVersion.version, article.publishedVersion ?? 0),
      ),
    );
  return version;
}

export async function setPublished(db: Database, id: string, publishedVersion: number | null): Promise<void> {
  await db.update(helpArticle).set({ publishedVersion }).where(eq(helpArticle.id, id));
}

export async function deleteArticle(db: Database, partnerId: string, id: string): Promise<ArticleRow | undefined> {
  return (await db.delete(helpArticle).where(own(partnerId, id)).returning())[0];
}
