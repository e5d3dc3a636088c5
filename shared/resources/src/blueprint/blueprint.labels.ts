import { t } from '@panel/core';
import type { Blueprint } from '@panel/core';

/** What the choice without a blueprint is called (spec §3). */
export const DEFAULT_BLUEPRINT = { id: null, name: t('Default') } as const;

/** What is in a blueprint. */
export const contentsLabel = ({ includes_content }: Pick<Blueprint, 'includes_content'>): string =>
  includes_content ? t('Design, settings and content') : t('Design and settings');

/** What every blueprint has, what its content adds, and what none has. */
export const BLUEPRINT_PARTS = {
  always: t('Plugins, themes, templates and settings'),
  content: t('Published pages, posts, products, menus, and the pictures and files of the media library'),
  never: t(
    'Users, comments, drafts, orders, form entries, emails, passwords, keys, licenses and everything else that plugins store in tables of their own. Plugins may need to be set up again.',
  ),
} as const;
