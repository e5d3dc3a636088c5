import { t } from '@panel/core';
import type { Migration } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotChangeAddress, cannotDelete, cannotMoveTo } from '@panel/resources/migration';

export const MIGRATION_PANELS = ['address', 'cut-over', 'cancel', 'delete'] as const;
export type MigrationPanel = (typeof MIGRATION_PANELS)[number];

/** What its customer can do with a migration; an action that is not possible shows the reason. */
export const migrationActions = (
  migration: Migration,
  open: (panel: MigrationPanel, of: string) => void,
): MenuItem[] => [
  {
    key: 'cut-over',
    label: t('Move to its address'),
    icon: 'rocket',
    onSelect: () => open('cut-over', migration.id),
    disabledReason: cannotMoveTo(migration, 'ready'),
  },
  {
    key: 'address',
    label: t('Change the new address'),
    icon: 'edit',
    onSelect: () => open('address', migration.id),
    disabledReason: cannotChangeAddress(migration),
  },
  {
    key: 'cancel',
    label: t('Cancel migration'),
    icon: 'stop',
    onSelect: () => open('cancel', migration.id),
    disabledReason: cannotMoveTo(migration, 'cancelled'),
  },
  {
    key: 'delete',
    label: t('Delete'),
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => open('delete', migration.id),
    disabledReason: cannotDelete(migration),
  },
];
