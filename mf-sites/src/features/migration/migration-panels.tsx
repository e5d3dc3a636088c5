import type { Migration } from '@panel/core';
import { ConfirmDialog, lazyPanel, type ConfirmDialogProps } from '@panel/ui';
import {
  cannotChangeAddress,
  cannotDelete,
  cannotMoveTo,
  useDeleteMigration,
  useMoveMigration,
} from '@panel/resources/migration';
import type { MigrationPanel } from './migration.actions.ts';

// Migrations are looked at more often than changed.
const AddressPanel = lazyPanel(async () => (await import('./migration-address.panel.tsx')).MigrationAddressPanel);

type Props = { migration: Migration; onClose: () => void };

type MoveProps = Props & { to: Parameters<ReturnType<typeof useMoveMigration>['mutate']>[0]['status'] } & Pick<
    ConfirmDialogProps,
    'icon' | 'title' | 'confirmLabel' | 'danger' | 'children'
  >;

/** Asks before a migration gets another status. */
function MoveDialog({ migration, onClose, to, ...dialog }: MoveProps) {
  const move = useMoveMigration(migration, onClose);
  return (
    <ConfirmDialog
      {...dialog}
      busy={move.isPending}
      error={move.error}
      onConfirm={() => move.mutate({ status: to })}
      onClose={onClose}
    />
  );
}

function CutOverDialog(props: Props) {
  const { migration } = props;
  return (
    <MoveDialog {...props} to="ready" icon="rocket" title={`Move your site to ${migration.fqdn}`} confirmLabel="Move">
      <p>
        The copy leaves its own address and answers at <strong className="p-break">{migration.fqdn}</strong>. What was
        changed on your present site since the backup is not in the copy.
      </p>
    </MoveDialog>
  );
}

function CancelDialog(props: Props) {
  const { migration } = props;
  return (
    <MoveDialog
      {...props}
      to="cancelled"
      icon="stop"
      title="Cancel this migration?"
      confirmLabel="Cancel migration"
      danger
    >
      <p>
        Nothing is moved to <strong className="p-break">{migration.fqdn}</strong>, and your uploaded file is deleted.
        Your present site stays as it is. To migrate it later, start a new migration.
      </p>
    </MoveDialog>
  );
}

function DeleteDialog({ migration, onClose, onDeleted }: Props & { onDeleted: () => void }) {
  const remove = useDeleteMigration(migration, onDeleted);
  return (
    <ConfirmDialog
      icon="trash"
      title="Delete this migration?"
      confirmLabel="Delete migration"
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        The migration to <strong className="p-break">{migration.fqdn}</strong> and its uploaded file are deleted. A site
        that it created stays.
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
    return <CutOverDialog migration={migration} onClose={onClose} />;
  if (panel === 'cancel' && !cannotMoveTo(migration, 'cancelled'))
    return <CancelDialog migration={migration} onClose={onClose} />;
  if (panel === 'delete' && !cannotDelete(migration))
    return <DeleteDialog migration={migration} onClose={onClose} onDeleted={onDeleted} />;
  return null;
}
