import { useState } from 'react';
import { t, type CustomerBulkAction } from '@panel/core';
import { Button, EmptyState, lazyPanel } from '@panel/ui';
import { ListPage, prefetchList, type BulkAction } from '@panel/ui/data';
import {
  CUSTOMER_BULK_LABELS,
  CUSTOMER_LIST,
  customerFilterOf,
  customerListQuery,
  customerName,
  useChangeCustomer,
  useExportCustomers,
} from '@panel/resources/customer';
import { saveAs } from '@panel/workload/parts';
import type { BulkDraft } from './customer-bulk.dialog.tsx';
import { CustomerFilters } from './customer-filters.tsx';
import { CustomerStatePanels } from './customer-state.panels.tsx';
import { ViewsMenu } from '../view/views-menu.tsx';
import { CUSTOMER_PANELS, customerActions } from './customer.actions.ts';
import { customerColumns } from './customer.columns.tsx';

const CreatePanel = lazyPanel(async () => (await import('./customer-create.panel.tsx')).CustomerCreatePanel);

const BulkDialog = lazyPanel(async () => (await import('./customer-bulk.dialog.tsx')).CustomerBulkDialog);

const LicenseDialog = lazyPanel(async () => (await import('./customer-license.dialog.tsx')).CustomerLicenseDialog);

const BulkPanels = ({ action, ...chosen }: BulkDraft & { onClose: () => void }) =>
  action === 'license' ? <LicenseDialog {...chosen} /> : <BulkDialog action={action} {...chosen} />;

const ImportPanel = lazyPanel(async () => (await import('./customer-import.panel.tsx')).CustomerImportPanel);

const source = {
  list: CUSTOMER_LIST,
  query: customerListQuery,
  panels: [...CUSTOMER_PANELS, 'create', 'import'],
} as const;
export const prefetch = prefetchList(source);

const Add = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" call="customer.create" onClick={onClick}>
    {t('Add a customer')}
  </Button>
);

const BULK: readonly (Omit<BulkAction, 'label' | 'onSelect'> & { key: CustomerBulkAction })[] = [
  { key: 'suspend', icon: 'stop', call: 'customer.bulk' },
  { key: 'unsuspend', icon: 'check-circle', call: 'customer.bulk' },
  { key: 'tag', call: 'customer.bulk' },
  { key: 'untag', call: 'customer.bulk' },
  { key: 'license', icon: 'key', call: 'customer.bulkLicense' },
  { key: 'delete', icon: 'trash', danger: true, call: 'customer.bulkRemove' },
];

/** /customers: the customers of the partner. */
export function Component() {
  const change = useChangeCustomer(() => undefined, 'notice');
  const [bulk, setBulk] = useState<BulkDraft | null>(null);
  const save = useExportCustomers((csv) => saveAs('customers.csv', csv));
  return (
    <ListPage
      {...source}
      title={t('Customers')}
      subtitle={t('Who hosts with you, what they have, and when they were last here.')}
      actions={({ open, state, isEmpty, change: show }) => (
        <>
          <ViewsMenu list="customers" defaults={CUSTOMER_LIST} state={state} change={show} />
          {!isEmpty && (
            <Button icon="download" loading={save.isPending} onClick={() => save.mutate(state)}>
              {t('Export as CSV')}
            </Button>
          )}
          <Button icon="upload" call="customer.import" onClick={() => open('import')}>
            {t('Import')}
          </Button>
          <Add onClick={() => open('create')} />
        </>
      )}
      caption={t('Customers')}
      columns={customerColumns}
      rowKey={({ id }) => id}
      rowLabel={customerName}
      rowActions={(row, { open }) =>
        customerActions(row, {
          open: (panel) => open(panel, row.id),
          change: (what) => change.mutate({ id: row.id, change: what }),
        })
      }
      selectsAll
      bulkActions={({ rows, isAll }, { state, data }) =>
        BULK.map((action) => ({
          ...action,
          label: CUSTOMER_BULK_LABELS[action.key],
          onSelect: () =>
            setBulk({
              action: action.key,
              selection: isAll ? { filter: customerFilterOf(state) } : { ids: rows.map(({ id }) => id) },
              count: isAll ? data.totalCount : rows.length,
            }),
        }))
      }
      search={t('Search by name or email')}
      filters={({ state, data, change: set }) => (
        <CustomerFilters filters={state.filters} tags={data.tags} onChange={(filters) => set({ filters })} />
      )}
      empty={({ open }) => (
        <EmptyState
          icon="users"
          preview
          title={t('No customers yet')}
          text={t('Add a customer, and they get an email with a link to set a password.')}
          action={<Add onClick={() => open('create')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {bulk && <BulkPanels {...bulk} onClose={() => setBulk(null)} />}
          {panel === 'create' && <CreatePanel onClose={close} />}
          {panel === 'import' && <ImportPanel onClose={close} />}
          {(panel === 'suspend' || panel === 'delete') && (
            <CustomerStatePanels panel={panel} customer={chosen} onClose={close} />
          )}
        </>
      )}
    </ListPage>
  );
}
