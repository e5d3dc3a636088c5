import { t } from '@panel/core';
import type { Migration } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { cannotDelete, cannotGiveUp, cannotMoveTo } from '@panel/resources/migration';

export const MIGRATION_PANELS = ['details', 'start', 'ready', 'fail', 'cancel', 'delete'] as const;
export type MigrationPanel = (typeof MIGRATION_PANELS)[number];

/** What staff can do with a migration; an action that is not possible says why. */
export function migrationActions(migration: Migration, open: (panel: MigrationPanel, of: string) => void): MenuItem[] {
  const to = (panel: MigrationPanel) => () => open(panel, migration.id);
  return [
    { key: 'details', label: t('Details'), icon: 'info', onSelect: to('details') },
    {
      key: 'start',
      call: 'migration.updateStatus',
      label: t('Start'),
      icon: 'play',
      onSelect: to('start'),
      disabledReason: cannotMoveTo(migration, 'inprogress'),
    },
    {
      key: 'ready',
      call: 'migration.updateStatus',
      label: t('Move to its address'),
      icon: 'check-circle',
      onSelect: to('ready'),
      disabledReason: cannotMoveTo(migration, 'ready'),
    },
    {
      key: 'fail',
      call: 'migration.updateStatus',
      label: t('Set to failed'),
      icon: 'stop',
      separated: true,
      onSelect: to('fail'),
      disabledReason: cannotGiveUp(migration),
    },
    {
      key: 'cancel',
      call: 'migration.updateStatus',
      label: t('Cancel migration'),
      icon: 'close',
      onSelect: to('cancel'),
      disabledReason: cannotMoveTo(migration, 'cancelled'),
    },
    {
      key: 'delete',
      call: 'migration.remove',
      label: t('Delete'),
      icon: 'trash',
      danger: true,
      onSelect: to('delete'),
      disabledReason: cannotDelete(migration),
    },
  ];
}
