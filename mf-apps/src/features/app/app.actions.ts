import { t, type App } from '@panel/core';
import type { WorkloadAction } from '@panel/ui/data';
import {
  appBuildsPath,
  appManagePath,
  appUpgradePagePath,
  cannotDeleteApp,
  cannotRenameApp,
  cannotUpgradeApp,
  cannotVisitApp,
  hasPanelGit,
} from '@panel/resources/app';
import { studioPath } from '@panel/resources/studio';

/** Panels that the list and the management page of an application have. */
export const APP_PANELS = ['rename', 'license', 'tags', 'delete'] as const;
export type AppPanel = (typeof APP_PANELS)[number];

/** What its page of releases is called (spec §2, manage-app menu). */
export const buildsTitle = ({ type }: Pick<App, 'type'>): string =>
  type === 'manual' ? t('Deploys') : t('Build & Deploy');

/** Actions on every page of an application, the most frequent first. Those with a panel open it on the page that has it. */
export function appHeaderActions(app: App): WorkloadAction[] {
  const panel = (name: AppPanel) => `${appManagePath(app.id)}?panel=${name}`;
  return [
    {
      ...({ key: 'visit', icon: 'globe' } as const),
      label: t('Open application'),
      href: app.url,
      disabledReason: cannotVisitApp(app),
    },
    { key: 'builds', label: buildsTitle(app), icon: 'refresh', to: appBuildsPath(app.id) },
    ...(hasPanelGit(app)
      ? [{ ...({ key: 'studio', icon: 'edit' } as const), label: t('Edit code'), to: studioPath(app.id) }]
      : []),
    {
      ...({ key: 'rename', icon: 'edit' } as const),
      label: t('Change App Name'),
      to: panel('rename'),
      disabledReason: cannotRenameApp(app),
    },
    {
      ...({ key: 'license', icon: 'arrow-up' } as const),
      label: t('Upgrade plan'),
      to: appUpgradePagePath(app.id),
      disabledReason: cannotUpgradeApp(app),
    },
    {
      ...({ key: 'delete', icon: 'trash', danger: true, separated: true } as const),
      label: t('Delete Application'),
      to: panel('delete'),
      disabledReason: cannotDeleteApp(app),
    },
  ];
}
