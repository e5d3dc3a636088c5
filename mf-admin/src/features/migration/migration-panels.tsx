import { t, Trans } from '@panel/core';
import type { Migration } from '@panel/core';
import { ConfirmDialog, type ConfirmDialogProps } from '@panel/ui';
import {
  cannotDelete,
  cannotGiveUp,
  cannotMoveTo,
  useDeleteMigration,
  useMoveMigration,
} from '@panel/resources/migration';
import type { MigrationPanel } from './migration.actions.ts';
import { MigrationDetails } from './migration-details.tsx';
import { MigrationFailPanel } from './migration-fail.panel.tsx';

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

function StartDialog(props: Props) {
  const { migration } = props;
  return (
    <MoveDialog {...props} to="inprogress" icon="play" title={t('Start this migration?')} confirmLabel={t('Start')}>
      <p>
        <Trans
          id="We copy the site of {email} to an address of its own and compare it with the original. The customer moves the copy to <0>{fqdn}</0> later, or you do."
          values={{ email: migration.customer_email, fqdn: migration.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
    </MoveDialog>
  );
}

function ReadyDialog(props: Props) {
  const { migration } = props;
  return (
    <MoveDialog
      {...props}
      to="ready"
      icon="check-circle"
      title={t('Move the copy to its address?')}
      confirmLabel={t('Move')}
    >
      <p>
        <Trans
          id="The site of {email} will answer at <0>{fqdn}</0>."
          values={{ email: migration.customer_email, fqdn: migration.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
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
      title={t('Cancel this migration?')}
      confirmLabel={t('Cancel migration')}
      danger
    >
      <p>
        <Trans
          id="Nothing is moved to <0>{fqdn}</0>. The uploaded file and the copy so far are deleted."
          values={{ fqdn: migration.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
    </MoveDialog>
  );
}

function DeleteDialog({ migration, onClose }: Props) {
  const remove = useDeleteMigration(migration, onClose);
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
          id="The migration of {email} to <0>{fqdn}</0> and its uploaded file are deleted. A site that it created stays."
          values={{ email: migration.customer_email, fqdn: migration.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
    </ConfirmDialog>
  );
}

type PanelsProps = { panel: MigrationPanel | null; migration: Migration | undefined; onClose: () => void };

/** The panel in the address, if it is possible for this migration. */
export function MigrationPanels({ panel, migration, onClose }: PanelsProps) {
  if (!migration) return null;
  const open = { migration, onClose };
  if (panel === 'details') return <MigrationDetails {...open} />;
  if (panel === 'start' && !cannotMoveTo(migration, 'inprogress')) return <StartDialog {...open} />;
  if (panel === 'ready' && !cannotMoveTo(migration, 'ready')) return <ReadyDialog {...open} />;
  if (panel === 'fail' && !cannotGiveUp(migration)) return <MigrationFailPanel {...open} />;
  if (panel === 'cancel' && !cannotMoveTo(migration, 'cancelled')) return <CancelDialog {...open} />;
  if (panel === 'delete' && !cannotDelete(migration)) return <DeleteDialog {...open} />;
  return null;
}
