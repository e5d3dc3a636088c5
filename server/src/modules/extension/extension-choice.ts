import type { ExtensionAction, ExtensionKind, PlanReason } from '@panel/contract';
import type { RunItem } from '../../db/schema.ts';
import { compareVersions } from '@panel/contract/compare-versions';
import type { SiteRow } from '../site/site.repo.ts';
import type { SiteItem } from './installed.repo.ts';

/** The kind of task of a change. */
export const extensionTaskId = (kind: ExtensionKind, action: ExtensionAction): string => `${kind}.${action}`;

/** What is done; `activate`: an installation activates what it installs, and what is there but inactive. */
export type Change = { action: ExtensionAction; activate: boolean };

/** Whether a change has anything to do for an item on a site. */
export function concerns({ action, activate }: Change, { version }: RunItem, installed: SiteItem | undefined): boolean {
  switch (action) {
    case 'install':
      return installed?.version !== version || (activate && !installed.active);
    case 'update':
      return installed !== undefined && version !== null && compareVersions(installed.version, version) < 0;
    case 'activate':
      return installed?.active === false;
    case 'deactivate':
      return installed?.active === true;
    case 'delete':
      return installed !== undefined;
  }
}

/** The items that a change has to change on a site. */
export const itemsFor = (
  change: Change,
  items: readonly RunItem[],
  known: readonly SiteItem[],
  siteId: string,
): RunItem[] =>
  items.filter((item) =>
    concerns(
      change,
      item,
      known.find((one) => one.siteId === siteId && one.slug === item.slug),
    ),
  );

/** Why a change has nothing to do on a site. */
export const NOTHING = {
  install: 'has_version',
  update: 'no_newer',
  activate: 'not_inactive',
  deactivate: 'not_active',
  delete: 'not_installed',
} as const satisfies Record<ExtensionAction, PlanReason>;

/** Why nothing can be installed or changed on a site until its state is another one, or null. */
export function unfit({
  kind,
  status,
  assignedAt,
}: Pick<SiteRow, 'kind' | 'status' | 'assignedAt'>): PlanReason | null {
  if (kind !== 'wordpress' || !assignedAt) return 'no_wordpress';
  return status === 'ready' || status === 'processing' ? null : 'not_ready';
}

/** Why nothing can be installed or changed on a site now, or null. */
export const reasonOf = (site: SiteRow): PlanReason | null =>
  unfit(site) ?? (site.status === 'processing' ? 'busy' : null);
