import type { KeptTables, StagingDifference } from '@panel/core';
import { counted } from '../counted.ts';

const KINDS: Readonly<Record<KeptTables, { one: string; many: string; help: string }>> = {
  posts: {
    one: 'post or page',
    many: 'posts and pages',
    help: 'Posts, pages, menus and products of staging are not published.',
  },
  comments: { one: 'comment', many: 'comments', help: 'Comments and reviews of staging are not published.' },
  users: { one: 'user', many: 'users', help: 'Users of staging are not published.' },
  orders: {
    one: 'order',
    many: 'orders',
    help: 'Orders, payments and memberships of staging are not published.',
  },
  entries: { one: 'form entry', many: 'form entries', help: 'Entries of forms on staging are not published.' },
};

/** What people call the rows of a kind, e.g. `3 comments`. */
export const newerLabel = ({ kind, rows }: StagingDifference['newer'][number]): string =>
  counted(rows, KINDS[kind].one, KINDS[kind].many);

export const keepLabel = (kind: KeptTables): string => `Keep the ${KINDS[kind].many} of the live site`;
export const keepHelp = (kind: KeptTables): string => KINDS[kind].help;

/** What a publish replaces, in words. */
export function partsLabel({ files, database }: { files: boolean; database: boolean }): string {
  if (files && database) return 'files and database';
  return files ? 'files' : 'database';
}
