import { t, type ListState } from '@panel/core';
import { Button, EmptyState, lazyPanel, Select } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { RESELLER_STATES } from '@panel/contract/schemas';
import { RESELLER_LIST, RESELLER_STATE_LABELS, resellerListQuery, useChangeReseller } from '@panel/resources/reseller';
import { ResellerStatePanels } from './reseller-state.panels.tsx';
import { RESELLER_PANELS, resellerActions } from './reseller.actions.ts';
import { resellerColumns } from './reseller.columns.tsx';

const CreatePanel = lazyPanel(async () => (await import('./reseller-create.panel.tsx')).ResellerCreatePanel);
const EditPanel = lazyPanel(async () => (await import('./reseller-edit.panel.tsx')).ResellerEditPanel);

const source = {
  list: RESELLER_LIST,
  query: resellerListQuery,
  panels: [...RESELLER_PANELS, 'create'],
} as const;
export const prefetch = prefetchList(source);

const Add = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" onClick={onClick}>
    {t('Add a partner')}
  </Button>
);

type FilterProps = { filters: ListState['filters']; onChange: (filters: ListState['filters']) => void };

const Filters = ({ filters, onChange }: FilterProps) => (
  <Select
    aria-label={t('State')}
    placeholder={t('All states')}
    options={RESELLER_STATES.map((value) => ({ value, label: RESELLER_STATE_LABELS[value].label }))}
    value={filters['state']?.[0] ?? ''}
    onChange={(value) => onChange({ ...filters, state: value ? [value] : [] })}
  />
);

/** /admin/partners: all partners of the installation, for its operator. */
export function Component() {
  const change = useChangeReseller(() => undefined, 'notice');
  return (
    <ListPage
      {...source}
      title={t('Partners')}
      subtitle={t('Who resells with this installation, what they have, and how much they can have.')}
      actions={({ open }) => <Add onClick={() => open('create')} />}
      caption={t('Partners')}
      columns={resellerColumns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowActions={(row, { open }) =>
        resellerActions(row, {
          open: (panel) => open(panel, row.id),
          change: (what) => change.mutate({ id: row.id, change: what }),
        })
      }
      search={t('Search by name or host')}
      filters={({ state, change: set }) => <Filters filters={state.filters} onChange={(filters) => set({ filters })} />}
      empty={({ open }) => (
        <EmptyState
          icon="users"
          title={t('No partners yet')}
          text={t('Add a partner. Its panel answers once its DNS leads here.')}
          action={<Add onClick={() => open('create')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'create' && <CreatePanel onClose={close} />}
          {panel === 'edit' && chosen && <EditPanel reseller={chosen} onClose={close} />}
          {(panel === 'suspend' || panel === 'delete') && chosen && (
            <ResellerStatePanels panel={panel} reseller={chosen} onClose={close} />
          )}
        </>
      )}
    </ListPage>
  );
}
