import type { ExtensionKind } from '@panel/contract';
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { extension } from '../../db/schema.ts';
import { counterOf, isLimited, selectPage, within, type Scope } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';

export type ExtensionRow = typeof extension.$inferSelect;
export type NewExtension = typeof extension.$inferInsert;
type Query = { keyword?: string | undefined; limit: number; offset: number };

/** The maintained number of versions in a library (migration 0027). */
const countOf = (scope: Scope, kind: ExtensionKind): SQL =>
  sql`coalesce((select total from list_count where list = ${kind} and owner_id = ${counterOf(scope)}), 0)`;

/** A page of the library, by name, the newest upload of an item first; the search also finds descriptions and tags. */
export const listExtensions = (db: Database, scope: Scope, kind: ExtensionKind, { keyword, limit, offset }: Query) =>
  selectPage(db, extension, {
    where: and(
      within(extension, scope),
      eq(extension.kind, kind),
      keyword
        ? namesHaveWords(
            [extension.name, extension.slug, extension.description, sql`array_to_string(${extension.tags}, ' ')`],
            keyword,
          )
        : undefined,
    ),
    orderBy: [asc(extension.name), asc(extension.slug), desc(extension.createdAt), asc(extension.id)],
    limit,
    offset,
    ...((keyword === undefined || keyword === '') && !isLimited(scope) ? { total: countOf(scope, kind) } : {}),
  });

export async function findExtension(
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  id: string,
): Promise<ExtensionRow | undefined> {
  const [row] = await db
    .select()
    .from(extension)
    .where(and(within(extension, scope), eq(extension.kind, kind), eq(extension.id, id)));
  return row;
}

/** All versions of some items in the library. */
export const versionsOf = (
  db: Database,
  scope: Scope,
  kind: ExtensionKind,
  slugs: readonly string[],
): Promise<ExtensionRow[]> =>
  slugs.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(extension)
        .where(and(within(extension, scope), eq(extension.kind, kind), inArray(extension.slug, [...slugs])));

/** For tasks, whose version comes from a request that was in scope. */
export async function taskExtension(db: Database, id: string): Promise<ExtensionRow | undefined> {
  return (await db.select().from(extension).where(eq(extension.id, id)))[0];
}

/** How many versions a customer has, and their bytes. */
export async function librarySize(db: Database, customerId: string): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${extension.fileSize}), 0)::float8` })
    .from(extension)
    .where(eq(extension.customerId, customerId));
  return row ?? { count: 0, bytes: 0 };
}

/** Those of the ids that are versions in a library. */
export async function knownExtensions(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: extension.id })
    .from(extension)
    .where(inArray(extension.id, [...ids]));
  return rows.map(({ id }) => id);
}

/** Inserts a version; undefined when the customer has it already. */
export async function insertExtension(db: Database, values: NewExtension): Promise<ExtensionRow | undefined> {
  return (await db.insert(extension).values(values).onConflictDoNothing().returning())[0];
}

/** Removes a version. @returns whether there was one */
export async function deleteExtension(db: Database, scope: Scope, kind: ExtensionKind, id: string): Promise<boolean> {
  const removed = await db
    .delete(extension)
    .where(and(within(extension, scope), eq(extension.kind, kind), eq(extension.id, id)))
    .returning({ id: extension.id });
  return removed.length > 0;
}
