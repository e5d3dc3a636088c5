import { Suspense } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { Id } from '@panel/contract/schemas';
import { sectionOn } from '@panel/contract/sections';
import { queryClient, t, usePanelState, usePartner, type PageContext } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, Button, Card, Grid, lazyPanel, Menu, Page, Skeleton, Stack, formatDate } from '@panel/ui';
import { prefetchList } from '@panel/ui/data';
import {
  cannotAssignTo,
  customerName,
  customerQuery,
  customerSignInsQuery,
  customerSitesQuery,
  useChangeCustomer,
} from '@panel/resources/customer';
import { CustomerDetails } from './customer-details.tsx';
import { CustomerInvoices, invoiceSource } from './customer-invoices.tsx';
import { CustomerLicenses } from './customer-licenses.tsx';
import { CustomerSignIns } from './customer-sign-ins.tsx';
import { CustomerSites } from './customer-sites.tsx';
import { CustomerStatePanels } from './customer-state.panels.tsx';
import { customerActions, CUSTOMER_PANELS } from './customer.actions.ts';
import { CustomerState } from './customer.columns.tsx';

const EditPanel = lazyPanel(async () => (await import('./customer-edit.panel.tsx')).CustomerEditPanel);
const AssignPanel = lazyPanel(async () => (await import('./customer-assign.panel.tsx')).CustomerAssignPanel);
const RemoveSiteDialog = lazyPanel(async () => (await import('./customer-remove-site.dialog.tsx')).RemoveSiteDialog);

const idOf = (search: URLSearchParams): string | null => {
  const id = search.get('id');
  return v.is(Id, id) ? id : null;
};

export const prefetch = async (context: PageContext) => {
  const id = idOf(context.search);
  if (id === null) return;
  await Promise.all([
    queryClient.prefetchQuery(customerQuery(id)),
    queryClient.prefetchQuery(customerSitesQuery(id)),
    queryClient.prefetchQuery(customerSignInsQuery(id)),
    prefetchList(invoiceSource(id))(context),
  ]);
};

/** /customers/customer?id=…: everything about one customer. */
export function Component() {
  const [search] = useSearchParams();
  const id = idOf(search);
  return id ? <CustomerPage id={id} /> : <Navigate to="/customers" replace />;
}

function CustomerPage({ id }: { id: string }) {
  const { data: customer } = useSuspenseQuery(customerQuery(id));
  const { panel, of, open, close } = usePanelState([...CUSTOMER_PANELS, 'edit', 'assign', 'remove-site']);
  const change = useChangeCustomer(() => undefined, 'notice');
  const hasLicenses = sectionOn(usePartner(), 'sites');
  return (
    <Page
      title={customerName(customer)}
      subtitle={customerName(customer) === customer.email ? undefined : customer.email}
      badge={<CustomerState customer={customer} />}
      banner={
        customer.deletes_at !== null && (
          <Banner kind="danger" title={t('This customer will be deleted')}>
            {t('On {date}, their sites, applications and backups are deleted. Until then you can undo this.', {
              date: formatDate(customer.deletes_at, { withTime: false }),
            })}
          </Banner>
        )
      }
      actions={
        <>
          <Button icon="edit" call="customer.update" onClick={() => open('edit')}>
            {t('Edit')}
          </Button>
          <Menu
            label={t('Actions for {name}', { name: customerName(customer) })}
            items={customerActions(customer, { open, change: (what) => change.mutate({ id, change: what }) })}
          />
        </>
      }
    >
      <Stack gap={5}>
        <Grid min="l">
          <CustomerDetails customer={customer} />
          <Suspense fallback={<Skeleton kind="text" rows={6} />}>
            <CustomerSignIns id={id} />
          </Suspense>
        </Grid>
        <Card
          title={t('Sites and applications')}
          actions={
            <Button
              icon="plus"
              call="customer.assignSites"
              onClick={() => open('assign')}
              disabledReason={cannotAssignTo(customer)}
            >
              {t('Assign')}
            </Button>
          }
        >
          <Suspense fallback={<Skeleton kind="text" rows={4} />}>
            <CustomerSites id={id} onRemove={(site) => open('remove-site', site)} />
          </Suspense>
        </Card>
        {hasLicenses && (
          <Card title={t('Plan and licenses')}>
            <Suspense fallback={<Skeleton kind="text" rows={3} />}>
              <CustomerLicenses customer={customer} />
            </Suspense>
          </Card>
        )}
        <Card title={t('Invoices')}>
          <Suspense fallback={<Skeleton kind="text" rows={3} />}>
            <CustomerInvoices id={id} />
          </Suspense>
        </Card>
      </Stack>
      {panel === 'edit' && <EditPanel customer={customer} onClose={close} />}
      {panel === 'assign' && !cannotAssignTo(customer) && <AssignPanel id={id} onClose={close} />}
      {panel === 'remove-site' && of && <RemoveSiteDialog id={id} siteId={of} onClose={close} />}
      {(panel === 'suspend' || panel === 'delete') && (
        <CustomerStatePanels panel={panel} customer={customer} onClose={close} />
      )}
    </Page>
  );
}
