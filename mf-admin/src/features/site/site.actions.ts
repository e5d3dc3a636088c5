import { t, type Site } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotActAs } from '@panel/resources/impersonation';
import { cannotAssign, cannotDelete, cannotSetStatus, cannotVisit, siteKey } from '@panel/resources/site';

export const SITE_PANELS = ['details', 'assign', 'tags', 'log-in', 'give-up', 'delete'] as const;
export type SitePanel = (typeof SITE_PANELS)[number];

/** The menu of one row; an action that is not possible says why. */
export function siteActions(
  site: Site,
  open: (panel: SitePanel, of: string) => void,
  showCustomer: (id: string) => void,
): MenuItem[] {
  const { site_id, customer_id, url } = site;
  const to = (panel: SitePanel) => () => open(panel, siteKey(site));
  return [
    {
      key: 'details',
      label: t('Details'),
      icon: 'info',
      onSelect: to('details'),
      disabledReason: site_id ? null : t('This site wasn’t created completely.'),
    },
    { key: 'visit', label: t('Open site'), icon: 'globe', href: url, disabledReason: cannotVisit(site) },
    {
      key: 'customer',
      label: t('All sites of this customer'),
      icon: 'filter',
      onSelect: () => customer_id && showCustomer(customer_id),
      disabledReason: customer_id ? null : t('The site has no customer.'),
    },
    {
      key: 'assign',
      call: 'site.assignCustomer',
      label: t('Assign to a customer'),
      icon: 'user',
      onSelect: to('assign'),
      disabledReason: cannotAssign(site),
    },
    {
      key: 'tags',
      call: 'tag.save',
      label: t('Tags'),
      onSelect: to('tags'),
      disabledReason: site_id ? null : t('This site wasn’t created completely.'),
    },
    {
      key: 'log-in',
      call: 'impersonation.start',
      label: t('Log in as the customer'),
      icon: 'lock',
      onSelect: to('log-in'),
      disabledReason: cannotActAs(site),
    },
    {
      key: 'give-up',
      call: 'site.updateStatus',
      label: t('Set to failed'),
      icon: 'stop',
      separated: true,
      onSelect: to('give-up'),
      disabledReason: cannotSetStatus(site),
    },
    {
      key: 'delete',
      call: 'site.remove',
      label: site_id ? t('Delete') : t('Delete failed site'),
      icon: 'trash',
      danger: true,
      onSelect: to('delete'),
      disabledReason: cannotDelete(site),
    },
  ];
}
