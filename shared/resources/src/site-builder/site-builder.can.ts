import { t } from '@panel/core';
import type { BuilderContent } from '@panel/core';
import { BUILDER_PAGES_MAX } from '@panel/contract/schemas';

/** Why a site can have no further page, or nothing. */
export const cannotAddPage = ({ pages }: Pick<BuilderContent, 'pages'>): string | undefined =>
  pages.length >= BUILDER_PAGES_MAX
    ? t('A site can have {BUILDER_PAGES_MAX} pages.', { BUILDER_PAGES_MAX })
    : undefined;

/** Why a page cannot be deleted, or nothing. */
export const cannotRemovePage = ({ pages }: Pick<BuilderContent, 'pages'>): string | undefined =>
  pages.length === 1 ? t('A site needs at least one page.') : undefined;
