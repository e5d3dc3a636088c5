import { t } from '@panel/core';
import type { KeptTables, StagingDifference } from '@panel/core';

const KINDS: Readonly<Record<KeptTables, { newer: (count: number) => string; keep: string; help: string }>> = {
  posts: {
    newer: (count) => t('{count, plural, one {# post or page} other {# posts and pages}}', { count }),
    keep: t('Keep the posts and pages of the live site'),
    help: t('Posts, pages, menus and products of staging are not published.'),
  },
  comments: {
    newer: (count) => t('{count, plural, one {# comment} other {# comments}}', { count }),
    keep: t('Keep the comments of the live site'),
    help: t('Comments and reviews of staging are not published.'),
  },
  users: {
    newer: (count) => t('{count, plural, one {# user} other {# users}}', { count }),
    keep: t('Keep the users of the live site'),
    help: t('Users of staging are not published.'),
  },
  orders: {
    newer: (count) => t('{count, plural, one {# order} other {# orders}}', { count }),
    keep: t('Keep the orders of the live site'),
    help: t('Orders, payments and memberships of staging are not published.'),
  },
  entries: {
    newer: (count) => t('{count, plural, one {# form entry} other {# form entries}}', { count }),
    keep: t('Keep the form entries of the live site'),
    help: t('Entries of forms on staging are not published.'),
  },
};

/** What people call the rows of a kind, e.g. `3 comments`. */
export const newerLabel = ({ kind, rows }: StagingDifference['newer'][number]): string => KINDS[kind].newer(rows);

export const keepLabel = (kind: KeptTables): string => KINDS[kind].keep;
export const keepHelp = (kind: KeptTables): string => KINDS[kind].help;
