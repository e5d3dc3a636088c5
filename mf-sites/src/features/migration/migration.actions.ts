import type { Migration } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotDelete, cannotMoveTo } from '@panel/resources/migration';

export const MIGRATION_PANELS = ['cancel', 'delete'] as const;
export type MigrationPanel = (typeof MIGRATION_PANELS)[number];

/** What its customer can do with a migration; an action that is not possible shows the reason. */
export const migrationActions = (
  migration: Migration,
  open: (panel: MigrationPanel, of: string) => void,
): MenuItem[] => [
  {
    key: 'cancel',
    label: 'Cancel migration',
    icon: 'stop',
    onSelect: () => open('cancel', migration.id),
    disabledReason: cannotMoveTo(migration, 'cancelled'),
  },
  {
    key: 'delete',
    label: 'Delete',
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => open('delete', migration.id),
    disabledReason: cannotDelete(migration),
  },
];
