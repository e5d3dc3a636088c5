import { t } from '@panel/core';
import type { KeptTables, StagingDifference } from '@panel/core';
import { counted } from '../counted.ts';

const KINDS: Readonly<Record<KeptTables, { one: string; many: string; help: string }>> = {
  posts: {
    one: t('post or page'),
    many: t('posts and pages'),
    help: t('Posts, pages, menus and products of staging are not published.'),
  },
  comments: { one: 'comment', many: 'comments', help: t('Comments and reviews of staging are not published.') },
  users: { one: 'user', many: 'users', help: t('Users of staging are not published.') },
  orders: {
    one: 'order',
    many: 'orders',
    help: t('Orders, payments and memberships of staging are not published.'),
  },
  entries: { one: t('form entry'), many: t('form entries'), help: t('Entries of forms on staging are not published.') },
};

/** What people call the rows of a kind, e.g. `3 comments`. */
export const newerLabel = ({ kind, rows }: StagingDifference['newer'][number]): string =>
  counted(rows, KINDS[kind].one, KINDS[kind].many);

export const keepLabel = (kind: KeptTables): string =>
  t('Keep the {many} of the live site', { many: KINDS[kind].many });
export const keepHelp = (kind: KeptTables): string => KINDS[kind].help;

/** What a publish replaces, in words. */
export function partsLabel({ files, database }: { files: boolean; database: boolean }): string {
  if (files && database) return 'files and database';
  return files ? 'files' : 'database';
}
