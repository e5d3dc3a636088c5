import { t } from '@panel/core';
import type { SectionState } from '@panel/core';

type Label = { name: string; about: string };

/** The description of each section for resellers. */
export const SECTION_LABELS: Readonly<Record<SectionState['section'], Label>> = {
  applications: { name: t('Applications'), about: t('Front-end and full-stack applications of your customers.') },
  sites: {
    name: t('Sites'),
    about: t('WordPress and other sites: create, manage and delete them. Hosted sites stay online.'),
  },
  forms: { name: t('Forms'), about: t('Forms on the sites of your customers.') },
  databases: { name: t('Databases'), about: t('Databases of sites and applications.') },
  ecommerce: { name: t('E-commerce'), about: t('Shops on the sites of your customers.') },
  dns: { name: 'DNS', about: t('Records of your customers’ domains. Existing records stay active.') },
  help: { name: t('Help center'), about: t('The help pages, for customers and visitors.') },
};

/** What turning a section off takes from the customers who have something in it; null when none has. */
export function lossOf({ section, customers }: Pick<SectionState, 'section' | 'customers'>): string | null {
  if (customers === 0) return null;
  const { name, about } = SECTION_LABELS[section];

  return t(
    '{count, plural, one {# customer loses} other {# customers lose}} access to what they have in {name}, at once. {about}',
    { count: customers, name, about },
  );
}

/** What a switch affects, as counts; null when this release has no part of the section. */
export function extentOf({ pages, menu, calls }: Pick<SectionState, 'pages' | 'menu' | 'calls'>): string | null {
  const parts = [
    pages.length > 0 && t('{count, plural, one {# page} other {# pages}}', { count: pages.length }),
    menu.length > 0 && t('{count, plural, one {# menu entry} other {# menu entries}}', { count: menu.length }),
    calls.length > 0 && t('{count, plural, one {# call} other {# calls}}', { count: calls.length }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : null;
}
