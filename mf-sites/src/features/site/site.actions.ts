import type { Site } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import type { BulkAction } from '@panel/ui/data';
import {
  cannotDelete,
  cannotOpen,
  cannotRename,
  cannotVisit,
  overviewPath,
  progressPath,
  siteKey,
} from '@panel/resources/site';

export const SITE_PANELS = ['rename', 'delete', 'publish', 'upgrade'] as const;
export type SitePanel = (typeof SITE_PANELS)[number];

const isBeingCreated = ({ status }: Site): boolean => ['pending', 'created', 'deploying'].includes(status);

/** The menu of one row; an action that is not possible says why. */
export function siteActions(
  site: Site,
  open: (panel: SitePanel, of: string) => void,
  logIn: (siteId: string) => void,
): MenuItem[] {
  const { site_id, task_id, admin_url } = site;
  const actions: MenuItem[] = [
    { key: 'visit', label: 'Open site', icon: 'globe', href: site.url, disabledReason: cannotVisit(site) },
    {
      key: 'manage',
      label: 'Manage',
      icon: 'settings',
      to: site_id ? overviewPath(site_id) : undefined,
      disabledReason: cannotOpen(site),
    },
    ...(admin_url === null || site_id === null
      ? []
      : [
          {
            key: 'log-in',
            label: 'Log in to wp-admin',
            icon: 'key',
            onSelect: () => logIn(site_id),
            disabledReason: cannotVisit(site),
          } as const,
        ]),
    {
      key: 'rename',
      label: 'Rename',
      icon: 'edit',
      onSelect: () => open('rename', siteKey(site)),
      disabledReason: cannotRename(site),
    },
    {
      key: 'delete',
      label: site_id ? 'Delete' : 'Delete failed site',
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => open('delete', siteKey(site)),
      disabledReason: cannotDelete(site),
    },
  ];
  if (task_id && isBeingCreated(site))
    actions.unshift({ key: 'progress', label: 'See progress', icon: 'clock', to: progressPath(task_id) });
  return actions;
}

/** Actions on the selected rows. */
export function siteBulkActions(sites: readonly Site[], onDelete: () => void): BulkAction[] {
  const busy = sites.find(cannotDelete);
  const disabledReason = busy ? `${busy.fqdn}: ${cannotDelete(busy)}` : null;
  return [{ key: 'delete', label: 'Delete', icon: 'trash', danger: true, onSelect: onDelete, disabledReason }];
}
