import { t, type Site } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import type { BulkAction, WorkloadAction } from '@panel/ui/data';
import { cannotAssignLicense } from '@panel/resources/license';
import {
  BULK_CHANGES,
  cannotDelete,
  cannotOpen,
  cannotRename,
  cannotVisit,
  deletePath,
  overviewPath,
  progressPath,
  siteKey,
  type BulkChange,
} from '@panel/resources/site';
import { cannotPublish } from '@panel/resources/staging';

export const SITE_PANELS = ['rename', 'delete', 'publish', 'upgrade', 'license', 'tags'] as const;
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
    { key: 'visit', label: t('Open site'), icon: 'globe', href: site.url, disabledReason: cannotVisit(site) },
    {
      key: 'manage',
      label: t('Manage'),
      icon: 'settings',
      to: site_id ? overviewPath(site_id) : undefined,
      disabledReason: cannotOpen(site),
    },
    ...(admin_url === null || site_id === null
      ? []
      : [
          {
            key: 'log-in',
            label: t('Log in to wp-admin'),
            icon: 'key',
            onSelect: () => logIn(site_id),
            disabledReason: cannotVisit(site),
          } as const,
        ]),
    {
      key: 'rename',
      label: t('Rename'),
      icon: 'edit',
      onSelect: () => open('rename', siteKey(site)),
      disabledReason: cannotRename(site),
    },
    ...(site.isStage
      ? []
      : [
          {
            key: 'license',
            label: t('Upgrade plan'),
            icon: 'arrow-up',
            onSelect: () => open('license', siteKey(site)),
            disabledReason: cannotAssignLicense(site),
          } as const,
        ]),
    {
      key: 'tags',
      call: 'tag.save',
      label: t('Tags'),
      onSelect: () => open('tags', siteKey(site)),
      disabledReason: site_id ? null : t('This site wasn’t created completely.'),
    },
    {
      key: 'delete',
      label: site_id ? t('Delete') : t('Delete failed site'),
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => open('delete', siteKey(site)),
      disabledReason: cannotDelete(site),
    },
  ];
  if (task_id && isBeingCreated(site))
    actions.unshift({ key: 'progress', label: t('See progress'), icon: 'clock', to: progressPath(task_id) });
  return actions;
}

/** Actions on every page of a site, the most frequent first. Those with a panel open it on the page that has it. */
export function siteHeaderActions(
  site: Site,
  { logIn, isLoggingIn }: { logIn: (siteId: string) => void; isLoggingIn: boolean },
): WorkloadAction[] {
  const { site_id, admin_url, isStage } = site;
  const id = site_id ?? '';
  const panel = (name: SitePanel) => `${overviewPath(id)}?panel=${name}`;
  const visit = { icon: 'globe', disabledReason: cannotVisit(site) } as const;
  return [
    ...(admin_url === null
      ? []
      : [
          {
            ...visit,
            key: 'log-in',
            label: t('Log in to wp-admin'),
            icon: 'key',
            loading: isLoggingIn,
            onSelect: () => logIn(id),
          } as const,
        ]),
    { ...visit, key: 'visit', label: t('Open site'), href: site.url },
    ...(isStage
      ? ([
          {
            key: 'publish',
            label: t('Publish to Live Environment'),
            icon: 'rocket',
            to: panel('publish'),
            disabledReason: cannotPublish(site),
          },
        ] as const)
      : ([
          {
            key: 'rename',
            label: t('Change Site Name'),
            icon: 'edit',
            to: panel('rename'),
            disabledReason: cannotRename(site),
          },
          {
            key: 'license',
            label: t('Upgrade plan'),
            icon: 'arrow-up',
            to: panel('license'),
            disabledReason: cannotAssignLicense(site),
          },
        ] as const)),
    {
      ...({ key: 'delete', icon: 'trash', danger: true, separated: true } as const),
      label: isStage ? t('Delete Staging') : t('Delete Site'),
      to: deletePath(id),
      disabledReason: cannotDelete(site),
    },
  ];
}

/** Why something is not possible for all of the sites: the first one for which it is not. */
function refusalOf(sites: readonly Site[], cannot: (site: Site) => string | undefined): string | null {
  const site = sites.find(cannot);
  return site ? `${site.fqdn}: ${cannot(site)}` : null;
}

const BULK_ICONS = { backup: 'download', cache: 'refresh', upgrade: 'arrow-up' } as const;

/** What starts a task on each of the selected rows; not on those of other pages. */
export const siteTaskActions = (
  sites: readonly Site[],
  { isAll, onChange }: { isAll: boolean; onChange: (kind: BulkChange) => void },
): BulkAction[] =>
  (['backup', 'cache', 'upgrade'] as const).map((key) => ({
    key,
    label: BULK_CHANGES[key].label,
    icon: BULK_ICONS[key],
    onSelect: () => onChange(key),
    disabledReason: isAll ? t('Select the sites of one page for this.') : refusalOf(sites, BULK_CHANGES[key].cannot),
  }));
