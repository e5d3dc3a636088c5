import type { ExtensionKind } from '@panel/contract';
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { directoryItem, extension } from '../../db/schema.ts';
import { within, type Scope } from '../../db/select-page.ts';

export type DirectoryItemKey = { kind: ExtensionKind; slug: string };

/** What libraries have from the directory and was not checked since; the longest ago first. */
export function itemsToCheck(
  db: Database,
  { scope, kind, before, limit }: { scope?: Scope; kind?: ExtensionKind; before: Date; limit: number },
): Promise<DirectoryItemKey[]> {
  return db
    .select({ kind: extension.kind, slug: extension.slug })
    .from(extension)
    .leftJoin(directoryItem, and(eq(directoryItem.kind, extension.kind), eq(directoryItem.slug, extension.slug)))
    .where(
      and(
        eq(extension.source, 'directory'),
        scope && within(extension, scope),
        kind && eq(extension.kind, kind),
        or(isNull(directoryItem.checkedAt), lt(directoryItem.checkedAt, before)),
      ),
    )
    .groupBy(extension.kind, extension.slug)
    .orderBy(sql`min(${directoryItem.checkedAt}) nulls first`, asc(extension.slug))
    .limit(limit);
}

/** Stores the newest version in the directory; null once it is gone from there. */
export async function storeDirectoryVersion(
  db: Database,
  { kind, slug }: DirectoryItemKey,
  version: string | null,
): Promise<void> {
  await db
    .insert(directoryItem)
    .values({ kind, slug, version })
    .onConflictDoUpdate({
      target: [directoryItem.kind, directoryItem.slug],
      set: { version, checkedAt: sql`now()` },
    });
}

/** The newest versions in the directory, as far as known, by slug. */
export async function directoryVersions(
  db: Database,
  kind: ExtensionKind,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug: directoryItem.slug, version: directoryItem.version })
    .from(directoryItem)
    .where(and(eq(directoryItem.kind, kind), inArray(directoryItem.slug, [...slugs])));
  return new Map(rows.flatMap(({ slug, version }) => (version === null ? [] : [[slug, version] as const])));
}

/** Forgets what no library has any more. */
export async function forgetDirectoryItems(db: Database): Promise<void> {
  await db
    .delete(directoryItem)
    .where(
      sql`not exists (select 1 from ${extension} where ${extension.kind} = ${directoryItem.kind} and ${extension.slug} = ${directoryItem.slug} and ${extension.source} = 'directory')`,
    );
}
