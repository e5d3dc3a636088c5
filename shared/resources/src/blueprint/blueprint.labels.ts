import type { Blueprint } from '@panel/core';

/** What the choice without a blueprint is called (spec §3). */
export const DEFAULT_BLUEPRINT = { id: null, name: 'Default' } as const;

/** What is in a blueprint. */
export const contentsLabel = ({ includes_content }: Pick<Blueprint, 'includes_content'>): string =>
  includes_content ? 'Design, settings and content' : 'Design and settings';

/** What every blueprint has, what its content adds, and what none has. */
export const BLUEPRINT_PARTS = {
  always: 'Plugins, themes, templates and settings',
  content: 'Published pages, posts, products, menus, and the pictures and files of the media library',
  never:
    'Users, comments, drafts, orders, form entries, emails, passwords, keys, licenses and everything else that plugins store in tables of their own. Plugins may need to be set up again.',
} as const;
