import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, usePanelState, type Blueprint, type PageContext } from '@panel/core';
import { Button, ConfirmDestroy, EmptyState, lazyPanel, NoMatch, Page, type MenuItem } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
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

const PANELS = ['make', 'rename', 'delete'] as const;
const MakePanel = lazyPanel(async () => (await import('./blueprint-make.panel.tsx')).BlueprintMakePanel);
const RenamePanel = lazyPanel(async () => (await import('./blueprint-rename.panel.tsx')).BlueprintRenamePanel);

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(blueprintListQuery(readListState(search, BLUEPRINT_LIST)));

function DeleteDialog({ blueprint, onClose }: { blueprint: Blueprint; onClose: () => void }) {
  const remove = useDeleteBlueprint(blueprint, onClose);
  return (
    <ConfirmDestroy
      open
      title="Delete blueprint"
      name={blueprint.name}
      facts={{ goes: ['The blueprint and its archive'], stays: ['Sites that were created from it'] }}
      confirmations={[]}
      confirmLabel="Delete blueprint"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

/** /admin/blueprints: all of the partner; its own can be offered to all customers. */
export function Component() {
  const { state, change, isFiltered } = useListState(BLUEPRINT_LIST);
  const { data, isFetching } = useSuspenseQuery(blueprintListQuery(state));
  const { panel, of, open, close } = usePanelState(PANELS);
  const { mutate: offer } = useOfferBlueprint();
  const chosen = data.pageElements.find(({ id }) => id === of);
  const make = (
    <Button kind="primary" icon="plus" onClick={() => open('make')}>
      Make a blueprint
    </Button>
  );
  const actions = (row: Blueprint): MenuItem[] => [
    row.is_offered
      ? {
          key: 'withdraw',
          label: 'Stop offering',
          icon: 'close',
          onSelect: () => offer({ id: row.id, is_offered: false }),
        }
      : {
          key: 'offer',
          label: 'Offer to all customers',
          icon: 'users',
          onSelect: () => offer({ id: row.id, is_offered: true }),
          disabledReason: cannotOffer(row),
        },
    {
      key: 'rename',
      label: 'Rename',
      icon: 'edit',
      onSelect: () => open('rename', row.id),
      disabledReason: cannotRenameBlueprint(row),
    },
    {
      key: 'delete',
      label: 'Delete',
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => open('delete', row.id),
      disabledReason: cannotDeleteBlueprint(row),
    },
  ];
  return (
    <Page title="Blueprints" subtitle="What new sites of your customers can start from." actions={make}>
      <ResourceTable
        caption="Blueprints of all customers"
        columns={blueprintColumns}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={actions}
        isFiltered={isFiltered}
        search={{ value: state.keyword, onChange: (keyword) => change({ keyword }), label: 'Search blueprints' }}
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
        empty={
          <EmptyState
            icon="blueprint"
            preview
            title="No blueprints yet"
            text="Make one of a site, then offer it to all your customers as a starting point for theirs."
            action={make}
          />
        }
      />
      {panel === 'make' && <MakePanel onClose={close} />}
      {panel === 'rename' && chosen && !cannotRenameBlueprint(chosen) && (
        <RenamePanel blueprint={chosen} onClose={close} />
      )}
      {panel === 'delete' && chosen && !cannotDeleteBlueprint(chosen) && (
        <DeleteDialog blueprint={chosen} onClose={close} />
      )}
    </Page>
  );
}
