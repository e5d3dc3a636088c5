import type { Site } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import {
  cannotDelete,
  cannotOpen,
  cannotRename,
  cannotVisit,
  overviewPath,
  progressPath,
  siteKey,
} from '@panel/resources/site';

export const SITE_PANELS = ['rename', 'delete'] as const;
export type SitePanel = (typeof SITE_PANELS)[number];

const isBeingCreated = ({ status }: Site): boolean => ['pending', 'created', 'deploying'].includes(status);

/** The menu of one row; an action that is not possible says why. */
export function siteActions(site: Site, open: (panel: SitePanel, of: string) => void): MenuItem[] {
  const { site_id, task_id } = site;
  const actions: MenuItem[] = [
    { key: 'visit', label: 'Open site', icon: 'globe', href: site.url, disabledReason: cannotVisit(site) },
    {
      key: 'manage',
      label: 'Manage',
      icon: 'settings',
      to: site_id ? overviewPath(site_id) : undefined,
      disabledReason: cannotOpen(site),
    },
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
