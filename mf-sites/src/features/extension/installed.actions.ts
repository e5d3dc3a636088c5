import { t } from '@panel/core';
import type { ExtensionAction, ExtensionKind, InstalledExtension } from '@panel/core';
import type { IconName, MenuItem } from '@panel/ui';
import type { BulkAction } from '@panel/ui/data';
import { ACTION_LABELS, cannotChangeItem, cannotChangeItems } from '@panel/resources/extension';

export type ItemAction = Exclude<ExtensionAction, 'install'>;

const ICONS: Readonly<Record<ItemAction, IconName>> = {
  activate: 'play',
  deactivate: 'stop',
  update: 'arrow-up',
  delete: 'trash',
};

/** A theme is replaced by activating another one. */
const actionsOf = (kind: ExtensionKind): ItemAction[] =>
  kind === 'plugin' ? ['activate', 'deactivate', 'update', 'delete'] : ['activate', 'update', 'delete'];

type Handlers = { onSites: () => void; onChange: (action: ItemAction) => void };

/** The menu of one item; an action that is not possible says why. */
export const installedActions = (
  kind: ExtensionKind,
  item: InstalledExtension,
  { onSites, onChange }: Handlers,
): MenuItem[] => [
  { key: 'sites', label: t('See sites'), icon: 'sites', onSelect: onSites },
  ...actionsOf(kind).map((action) => ({
    key: action,
    label: ACTION_LABELS[action].verb,
    icon: ICONS[action],
    danger: action === 'delete',
    separated: action === 'delete',
    disabledReason: cannotChangeItem(kind, action, item),
    onSelect: () => onChange(action),
  })),
];

/** Actions on the selected items. */
export const installedBulkActions = (
  kind: ExtensionKind,
  items: readonly InstalledExtension[],
  onChange: (action: ItemAction) => void,
): BulkAction[] =>
  actionsOf(kind).map((action) => ({
    key: action,
    label: ACTION_LABELS[action].verb,
    icon: ICONS[action],
    danger: action === 'delete',
    disabledReason: cannotChangeItems(kind, action, items) ?? null,
    onSelect: () => onChange(action),
  }));
