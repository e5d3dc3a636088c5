import type { Migration } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotDelete, cannotMoveTo } from '@panel/resources/migration';

export const MIGRATION_PANELS = ['details', 'start', 'complete', 'ready', 'fail', 'delete'] as const;
export type MigrationPanel = (typeof MIGRATION_PANELS)[number];

/** What staff can do with a migration; an action that is not possible says why. */
export function migrationActions(migration: Migration, open: (panel: MigrationPanel, of: string) => void): MenuItem[] {
  const to = (panel: MigrationPanel) => () => open(panel, migration.id);
  return [
    { key: 'details', label: 'Details', icon: 'info', onSelect: to('details') },
    {
      key: 'start',
      label: 'Start',
      icon: 'play',
      onSelect: to('start'),
      disabledReason: cannotMoveTo(migration, 'inprogress'),
    },
    {
      key: 'complete',
      label: 'Set to completed',
      icon: 'check',
      onSelect: to('complete'),
      disabledReason: cannotMoveTo(migration, 'completed'),
    },
    {
      key: 'ready',
      label: 'Set to ready',
      icon: 'check-circle',
      onSelect: to('ready'),
      disabledReason: cannotMoveTo(migration, 'ready'),
    },
    {
      key: 'fail',
      label: 'Set to failed',
      icon: 'stop',
      separated: true,
      onSelect: to('fail'),
      disabledReason: cannotMoveTo(migration, 'failed'),
    },
    {
      key: 'delete',
      label: 'Delete',
      icon: 'trash',
      danger: true,
      onSelect: to('delete'),
      disabledReason: cannotDelete(migration),
    },
  ];
}
