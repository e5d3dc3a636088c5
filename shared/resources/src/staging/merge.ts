import { t } from '@panel/core';
import type {
  Collisions,
  ContentDifference,
  ContentItem,
  ContentKind,
  KeptTables,
  StagingDifference,
} from '@panel/core';
import { groupCount } from './content.labels.ts';

export type Side = Collisions['otherwise'];
/** Some things of a kind: how many, and those of them that are named. */
export type Part = { kind: ContentKind; table: string | null; count: number; items: ContentItem[] };
/** A named thing that both sites have changed. */
export type Collision = { kind: ContentKind; item: ContentItem };
/** What a publish of the database does with each difference; of `both`, the named ones are `collisions`. */
export type Merge = { published: Part[]; stays: Part[]; collisions: Collision[]; both: Part[] };

const MERGED: ReadonlySet<ContentKind> = new Set<ContentKind>([
  ...(['posts', 'pages', 'products', 'content', 'media', 'menus', 'terms', 'comments', 'options', 'users'] as const),
]);
/** Kinds that are kept as a whole with the tables of another kind. */
const WITH: Partial<Record<ContentKind, KeptTables>> = {
  ...{ posts: 'posts', pages: 'posts', products: 'posts', content: 'posts', media: 'posts', menus: 'posts' },
  ...{ terms: 'posts', comments: 'comments', users: 'users', orders: 'orders' },
};
/** Settings that name files, and go where these go. */
const OF_FILES: readonly string[] = ['active_plugins', 'template', 'stylesheet', 'current_theme', 'db_version'];
/** Without one of these in the comparison, nobody knows what would be lost. */
const CORE_TABLES = ['options', 'term_taxonomy', 'posts', 'users', 'comments'] as const;

type Known = Pick<StagingDifference, 'content' | 'tables'>;

/** Whether it is known what only the live site has changed; without it, a publish replaces all of it. */
export function knowsChanges<T extends Known>(difference: T): difference is T & { content: ContentDifference } {
  const { content, tables } = difference;
  if (!content?.since_copy) return false;
  const names = new Set(tables.map(({ table }) => table));
  // A plugin may have a table of comments, too; those of WordPress have one prefix.
  const prefixes = [...names]
    .filter((name) => name.endsWith('options'))
    .map((name) => name.slice(0, -'options'.length))
    .filter((prefix) => CORE_TABLES.every((table) => names.has(prefix + table)));
  const core = new Set(prefixes.flatMap((prefix) => CORE_TABLES.map((table) => prefix + table)));
  return !content.unseen.some(({ table }) => core.has(table));
}

/** What a publish does with what differs. `keep`: kinds of tables that stay; `files`: whether files are published, too. */
export function mergeOf(
  { content, keeps }: { content: ContentDifference } & Pick<StagingDifference, 'keeps'>,
  { keep, files }: { keep: readonly KeptTables[]; files: boolean },
): Merge {
  const merge: Merge = { published: [], stays: [], collisions: [], both: [] };
  for (const group of content.groups) {
    const { kind, table, items } = group;
    const add = (to: Part[], count: number, some: ContentItem[]) => {
      if (count > 0) to.push({ kind, table, count, items: some });
    };
    const kept = WITH[kind];
    if (kept !== undefined && keep.includes(kept)) add(merge.stays, groupCount(group), items);
    // Orders in tables of their own are kept as a whole or not at all.
    else if (!MERGED.has(kind) && (kind !== 'orders' || keeps.includes('orders')))
      add(merge.published, groupCount(group), items);
    else {
      const isOfFiles = ({ key }: ContentItem) => files && kind === 'options' && OF_FILES.includes(key);
      const of = (by: ContentItem['by']) => items.filter((item) => item.by === by && !isOfFiles(item));
      const moved = (by: ContentItem['by']) => items.filter((item) => item.by === by && isOfFiles(item)).length;
      const [live, both] = [group.live - moved('live'), group.both - moved('both')];
      const [lives, boths] = [of('live'), of('both')];
      add(merge.stays, live, lives);
      const rest = items.filter((item) => !lives.includes(item) && !boths.includes(item));
      add(merge.published, groupCount(group) - live - both, rest);
      merge.collisions.push(...boths.map((item) => ({ kind, item })));
      add(merge.both, both, boths);
    }
  }
  return merge;
}

type Counted = { kind: ContentKind; count: number };

export const countOfParts = (parts: readonly Counted[]): number => parts.reduce((sum, { count }) => sum + count, 0);

export const groupCounts = (content: StagingDifference['content']): Counted[] =>
  (content?.groups ?? []).map((group) => ({ kind: group.kind, count: groupCount(group) }));

/** Names a collision among others. */
export const collisionName = ({ kind, item: { key } }: Collision): string => `${kind} ${key}`;

/** Whose version stays: of single collisions by their name, and of all others. */
export type Choice = { otherwise: Side | null; named: ReadonlyMap<string, Side> };
export const NO_CHOICE: Choice = { otherwise: null, named: new Map() };

/** Why a publish cannot start yet, or null. */
export const cannotMerge = ({ collisions, both }: Merge, { otherwise, named }: Choice): string | null =>
  otherwise !== null ||
  (countOfParts(both) === collisions.length && collisions.every((one) => named.has(collisionName(one))))
    ? null
    : t('Choose which version stays of what was changed on both sites.');

/** The choice as the call takes it. */
export const collisionsOf = ({ collisions }: Merge, { otherwise, named }: Choice): Collisions => ({
  otherwise: otherwise ?? 'staging',
  items: collisions.flatMap((one) => {
    const keep = named.get(collisionName(one));
    return keep === undefined ? [] : [{ kind: one.kind, key: one.item.key, keep }];
  }),
});

/** The titles of things that were chosen, as the difference of then names them. */
export function titlesOf(content: StagingDifference['content'], chosen: Collisions['items']): string[] {
  return chosen.map(({ kind, key }) => {
    const items = content?.groups.filter((group) => group.kind === kind).flatMap((group) => group.items);
    return items?.find((item) => item.key === key)?.title || key;
  });
}
