import { t } from '@panel/core';
import type { Blueprint } from '@panel/core';
import { Button, ConfirmDestroy, EmptyState, lazyPanel, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  BLUEPRINT_LIST,
  blueprintListQuery,
  cannotDeleteBlueprint,
  cannotOffer,
  cannotRenameBlueprint,
  useDeleteBlueprint,
  useOfferBlueprint,
} from '@panel/resources/blueprint';
import { blueprintColumns } from './blueprint.columns.tsx';

const MakePanel = lazyPanel(async () => (await import('./blueprint-make.panel.tsx')).BlueprintMakePanel);
const RenamePanel = lazyPanel(async () => (await import('./blueprint-rename.panel.tsx')).BlueprintRenamePanel);

const source = {
  list: BLUEPRINT_LIST,
  query: (state: Parameters<typeof blueprintListQuery>[0]) => blueprintListQuery(state),
  panels: ['make', 'rename', 'delete'],
} as const;
export const prefetch = prefetchList(source);

function DeleteDialog({ blueprint, onClose }: { blueprint: Blueprint; onClose: () => void }) {
  const remove = useDeleteBlueprint(blueprint, onClose);
  return (
    <ConfirmDestroy
      open
      title={t('Delete blueprint')}
      name={blueprint.name}
      facts={{ goes: [t('The blueprint and its archive')], stays: [t('Sites that were created from it')] }}
      confirmations={[]}
      confirmLabel={t('Delete blueprint')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

const Make = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" call="blueprint.create" onClick={onClick}>
    {t('Save as blueprint')}
  </Button>
);

/** /admin/blueprints: all of the partner; its own can be offered to all customers. */
export function Component() {
  const { mutate: offer } = useOfferBlueprint();
  const actions = (row: Blueprint, open: (panel: 'rename' | 'delete', of: string) => void): MenuItem[] => [
    row.is_offered
      ? {
          key: 'withdraw',
          call: 'blueprint.update',
          label: t('Stop offering'),
          icon: 'close',
          onSelect: () => offer({ id: row.id, is_offered: false }),
        }
      : {
          key: 'offer',
          call: 'blueprint.update',
          label: t('Offer to all customers'),
          icon: 'users',
          onSelect: () => offer({ id: row.id, is_offered: true }),
          disabledReason: cannotOffer(row),
        },
    {
      key: 'rename',
      call: 'blueprint.update',
      label: t('Rename'),
      icon: 'edit',
      onSelect: () => open('rename', row.id),
      disabledReason: cannotRenameBlueprint(row),
    },
    {
      key: 'delete',
      call: 'blueprint.remove',
      label: t('Delete'),
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => open('delete', row.id),
      disabledReason: cannotDeleteBlueprint(row),
    },
  ];
  return (
    <ListPage
      {...source}
      title={t('Blueprints')}
      subtitle={t('What new sites of your customers can start from.')}
      actions={({ open }) => <Make onClick={() => open('make')} />}
      caption={t('Blueprints of all customers')}
      columns={blueprintColumns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowActions={(row, { open }) => actions(row, open)}
      search={t('Search blueprints')}
      empty={({ open }) => (
        <EmptyState
          icon="blueprint"
          preview
          title={t('No blueprints yet')}
          text={t('Make one of a site, then offer it to all your customers as a starting point for theirs.')}
          action={<Make onClick={() => open('make')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'make' && <MakePanel onClose={close} />}
          {panel === 'rename' && chosen && !cannotRenameBlueprint(chosen) && (
            <RenamePanel blueprint={chosen} onClose={close} />
          )}
          {panel === 'delete' && chosen && !cannotDeleteBlueprint(chosen) && (
            <DeleteDialog blueprint={chosen} onClose={close} />
          )}
        </>
      )}
    </ListPage>
  );
}
