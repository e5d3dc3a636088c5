import { t, Trans } from '@panel/core';
import type { Migration } from '@panel/core';
import { ConfirmDialog, lazyPanel } from '@panel/ui';
import {
  cannotChangeAddress,
  cannotDelete,
  cannotMoveTo,
  useDeleteMigration,
  useMoveMigration,
} from '@panel/resources/migration';
import type { MigrationPanel } from './migration.actions.ts';

// Migrations are looked at more often than changed.
const CutOverPanel = lazyPanel(async () => (await import('./migration-cut-over.panel.tsx')).MigrationCutOverPanel);
const AddressPanel = lazyPanel(async () => (await import('./migration-address.panel.tsx')).MigrationAddressPanel);

type Props = { migration: Migration; onClose: () => void };

function CancelDialog({ migration, onClose }: Props) {
  const move = useMoveMigration(migration, onClose);
  return (
    <ConfirmDialog
      icon="stop"
      title={t('Cancel this migration?')}
      confirmLabel={t('Cancel migration')}
      danger
      busy={move.isPending}
      error={move.error}
      onConfirm={() => move.mutate({ status: 'cancelled' })}
      onClose={onClose}
    >
      <p>
        <Trans
          id="Nothing is moved to <0>{fqdn}</0>, and your uploaded file is deleted. Your present site stays as it is. To migrate it later, start a new migration."
          values={{ fqdn: migration.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ migration, onClose, onDeleted }: Props & { onDeleted: () => void }) {
  const remove = useDeleteMigration(migration, onDeleted);
  return (
    <ConfirmDialog
      icon="trash"
      title={t('Delete this migration?')}
      confirmLabel={t('Delete migration')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <Trans
          id="The migration to <0>{fqdn}</0> and its uploaded file are deleted. A site that it created stays."
          values={{ fqdn: migration.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
    </ConfirmDialog>
  );
}

type PanelsProps = {
  panel: MigrationPanel | null;
  migration: Migration | undefined;
  onClose: () => void;
  /** Default: `onClose`. */
  onDeleted?: () => void;
};

/** The dialog in the address. One with an action that is not possible opens nothing. */
export function MigrationPanels({ panel, migration, onClose, onDeleted = onClose }: PanelsProps) {
  if (!migration) return null;
  if (panel === 'address' && !cannotChangeAddress(migration))
    return <AddressPanel migration={migration} onClose={onClose} />;
  if (panel === 'cut-over' && !cannotMoveTo(migration, 'ready'))
    return <CutOverPanel migration={migration} onClose={onClose} />;
  if (panel === 'cancel' && !cannotMoveTo(migration, 'cancelled'))
    return <CancelDialog migration={migration} onClose={onClose} />;
  if (panel === 'delete' && !cannotDelete(migration))
    return <DeleteDialog migration={migration} onClose={onClose} onDeleted={onDeleted} />;
  return null;
}
