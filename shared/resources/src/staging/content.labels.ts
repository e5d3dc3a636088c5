import { t } from '@panel/core';
import type {
  ContentChange,
  ContentDifference,
  ContentItem,
  ContentKind,
  ContentPart,
  KeptTables,
  StagingDifference,
} from '@panel/core';

/** How many things of each kind. */
const COUNTED: Readonly<Record<ContentKind, (count: number) => string>> = {
  posts: (count) => t('{count, plural, one {# post} other {# posts}}', { count }),
  pages: (count) => t('{count, plural, one {# page} other {# pages}}', { count }),
  products: (count) => t('{count, plural, one {# product} other {# products}}', { count }),
  orders: (count) => t('{count, plural, one {# order} other {# orders}}', { count }),
  content: (count) => t('{count, plural, one {# other item} other {# other items}}', { count }),
  media: (count) => t('{count, plural, one {# media item} other {# media items}}', { count }),
  menus: (count) => t('{count, plural, one {# menu} other {# menus}}', { count }),
  terms: (count) => t('{count, plural, one {# category or tag} other {# categories and tags}}', { count }),
  comments: (count) => t('{count, plural, one {# comment} other {# comments}}', { count }),
  options: (count) => t('{count, plural, one {# setting} other {# settings}}', { count }),
  plugins: (count) => t('{count, plural, one {# plugin} other {# plugins}}', { count }),
  themes: (count) => t('{count, plural, one {# theme} other {# themes}}', { count }),
  users: (count) => t('{count, plural, one {# user} other {# users}}', { count }),
  tables: (count) => t('{count, plural, one {# row} other {# rows}}', { count }),
};

const PARTS: Readonly<Record<ContentPart, string>> = {
  title: t('title'),
  content: t('content'),
  excerpt: t('excerpt'),
  status: t('status'),
  slug: t('address'),
  date: t('date'),
  author: t('author'),
  parent: t('parent page'),
  order: t('order'),
  discussion: t('comments allowed'),
  password: t('password'),
  fields: t('custom fields'),
  terms: t('categories and tags'),
  login: t('username'),
  email: t('email address'),
  name: t('name'),
  role: t('role'),
};

export const changeLabel: Readonly<Record<ContentChange, string>> = {
  added: t('Added'),
  changed: t('Changed'),
  removed: t('Removed'),
};

/** What was changed of a post or user, e.g. `title, content`. */
export const partsLabel = ({ parts }: Pick<ContentItem, 'parts'>): string =>
  parts.map((part) => PARTS[part]).join(', ');

/** What people call so many things, e.g. `3 posts`. */
export const countedLabel = (kind: ContentKind, count: number): string => COUNTED[kind](count);

type Group = ContentDifference['groups'][number];

export const groupCount = ({ added, changed, removed }: Group): number => added + changed + removed;

/** What differs in one list, e.g. `3 posts, 1 page, 2 settings`; rows of all tables together. */
export function contentSummary(parts: readonly { kind: ContentKind; count: number }[]): string {
  const byKind = new Map<ContentKind, number>();
  for (const { kind, count } of parts) byKind.set(kind, (byKind.get(kind) ?? 0) + count);
  return [...byKind].map(([kind, count]) => countedLabel(kind, count)).join(', ');
}

/** What a publish of files and of these things changes, as one sentence; null where nothing is known to change. */
export function changeSentence(
  { added, changed, removed }: StagingDifference['files'],
  parts: { files: boolean; content: readonly { kind: ContentKind; count: number }[] },
): string | null {
  const files = added.count + changed.count + removed.count;
  const all = [
    contentSummary(parts.content),
    parts.files && files > 0 ? t('{count, plural, one {# file} other {# files}}', { count: files }) : '',
  ].filter((text) => text !== '');
  return all.length === 0 ? null : t('{what} will change on live.', { what: all.join(', ') });
}

/** The groups that the tables of a kind hold. */
const HELD: Partial<Record<KeptTables, readonly ContentKind[]>> = {
  posts: ['posts', 'pages', 'products', 'content', 'media', 'menus'],
  comments: ['comments'],
  users: ['users'],
};

/** The kinds of tables in which only the live site has changed since the copy: keeping them loses nothing of staging. */
export function changedOnLiveOnly({ content }: Pick<StagingDifference, 'content'>): KeptTables[] {
  if (!content?.since_copy) return [];
  return (['posts', 'comments', 'users'] as const).filter((kind) => {
    const groups = content.groups.filter((group) => HELD[kind]?.includes(group.kind));
    return groups.length > 0 && groups.every((group) => group.live === groupCount(group));
  });
}
