import { t } from '@panel/core';
import type { ExtensionAction, ExtensionKind, InstalledExtension } from '@panel/core';

type Item = Pick<InstalledExtension, 'name' | 'site_count' | 'active_count' | 'update_version' | 'sites'>;

/** Why a change cannot be started for an item now, or nothing. Sites that cannot be changed get their own reason later. */
export function cannotChangeItem(
  kind: ExtensionKind,
  action: Exclude<ExtensionAction, 'install'>,
  { name, site_count, active_count, update_version }: Item,
): string | undefined {
  switch (action) {
    case 'activate':
      return active_count < site_count ? undefined : t('{name} is active on all of its sites.', { name });
    case 'deactivate':
      if (kind === 'theme') return t('A theme cannot be deactivated. Activate another theme instead.');
      return active_count > 0 ? undefined : t('{name} is not active on any site.', { name });
    case 'update':
      return update_version ? undefined : t('Your library has no newer version of {name}.', { name });
    case 'delete':
      if (kind === 'theme' && active_count > 0)
        return t(
          '{name} is the active theme of {count, plural, =1 {a site} other {# sites}}. Activate another theme first.',
          { name, count: active_count },
        );
      return undefined;
  }
}

/** The same for several items: the first reason. */
export const cannotChangeItems = (
  kind: ExtensionKind,
  action: Exclude<ExtensionAction, 'install'>,
  items: readonly Item[],
): string | undefined => {
  if (kind === 'theme' && action === 'activate' && items.length > 1)
    return t('Only one theme can be active. Choose one.');
  return items.map((item) => cannotChangeItem(kind, action, item)).find(Boolean);
};
