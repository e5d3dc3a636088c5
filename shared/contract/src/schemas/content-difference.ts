import * as v from 'valibot';
import { list } from './bounded.ts';

/** What two copies of a site are compared by. `content`: posts of any other type; `terms`: categories, tags and the like, but menus; `tables`: rows of tables that no other kind has. */
export const CONTENT_KINDS = [
  ...(['posts', 'pages', 'products', 'orders', 'content', 'media', 'menus', 'terms', 'comments'] as const),
  ...(['options', 'plugins', 'themes', 'users', 'tables'] as const),
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Parts of a post or user that can change on their own. */
export const CONTENT_PARTS = [
  ...(['title', 'content', 'excerpt', 'status', 'slug', 'date', 'author', 'parent', 'order', 'discussion'] as const),
  ...(['password', 'fields', 'terms', 'login', 'email', 'name', 'role'] as const),
] as const;
export type ContentPart = (typeof CONTENT_PARTS)[number];

export const CONTENT_CHANGES = ['added', 'changed', 'removed'] as const;
export type ContentChange = (typeof CONTENT_CHANGES)[number];
/** Why a table was not compared. */
export const UNSEEN_REASONS = ['rows', 'time', 'limit'] as const;

/** Groups of one difference, things named in one group, and in all. */
export const GROUPS_MAX = 60;
export const NAMED_MAX = 40;
export const NAMED_IN_ALL = 250;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

export const ContentItem = v.strictObject({
  /** The id or name by which it is known on both sites. */
  key: text(190),
  /** What a publish does to it on the live site. */
  change: v.picklist(CONTENT_CHANGES),
  title: text(200),
  /** Its title on the live site where that is another one. */
  live_title: v.nullable(text(200)),
  /** The type of a post. */
  type: v.nullable(text(40)),
  live_state: v.nullable(text(40)),
  staging_state: v.nullable(text(40)),
  live_value: v.nullable(text(200)),
  staging_value: v.nullable(text(200)),
  parts: list(v.picklist(CONTENT_PARTS), { max: CONTENT_PARTS.length }),
  /** Where it was changed last; null or absent where that is not known. */
  newer: v.optional(v.nullable(v.picklist(['live', 'staging']))),
  /**
   * Where it was changed since the sites were the same; null where that is not known. `each`: these are two new things that have the
   * same id, so both can stay.
   */
  by: v.nullable(v.picklist(['staging', 'live', 'both', 'each'])),
});
export type ContentItem = v.InferOutput<typeof ContentItem>;

export const ContentGroup = v.strictObject({
  kind: v.picklist(CONTENT_KINDS),
  /** Of rows: their table, and the columns of its primary key. Empty for a table without one, where no row is `changed`. */
  table: v.nullable(text(64)),
  columns: v.nullable(text(120)),
  ...{ added: count, changed: count, removed: count },
  /** Of these, those that were changed on the live site alone, and on both. */
  ...{ live: count, both: count },
  /** The first of them, those that were changed on both sites before others. */
  items: list(ContentItem, { max: NAMED_MAX }),
});
export type ContentGroup = v.InferOutput<typeof ContentGroup>;

/** What differs between a staging site and its live site, by what it is. */
export const ContentDifference = v.strictObject({
  groups: list(ContentGroup, { max: GROUPS_MAX }),
  /** Tables that were not compared. */
  unseen: list(v.strictObject({ table: text(64), rows: count, reason: v.picklist(UNSEEN_REASONS) }), { max: 100 }),
  /** Whether it is known on which of the sites something was changed. */
  since_copy: v.boolean(),
});
export type ContentDifference = v.InferOutput<typeof ContentDifference>;

export const COLLISION_SIDES = ['live', 'staging'] as const;
const side = v.picklist(COLLISION_SIDES);

/** Whose version stays of what both sites have changed: of each item that is named, and of all others. */
export const Collisions = v.object({
  otherwise: side,
  items: list(v.object({ kind: v.picklist(CONTENT_KINDS), key: text(190), keep: side }), { max: NAMED_IN_ALL }),
});
export type Collisions = v.InferOutput<typeof Collisions>;

/** What stayed of the live site: things that were kept, those of them with another id, and comments on posts that are gone. */
export const Merged = v.object({ kept: count, renumbered: count, left: count });
export type Merged = v.InferOutput<typeof Merged>;
