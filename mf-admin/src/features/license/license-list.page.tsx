import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, usePanelState, type License, type PageContext } from '@panel/core';
import { Button, ConfirmDialog, EmptyState, lazyPanel, NoMatch, Page, Stack, Text, type MenuItem } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  cannotDeactivate,
  LICENSE_LIST,
  partnerLicensesQuery,
  useDeactivateLicense,
  useRenewLicense,
} from '@panel/resources/license';
import { licenseColumns } from './license.columns.tsx';

const PANELS = ['give', 'deactivate'] as const;
const GivePanel = lazyPanel(async () => (await import('./license-give.panel.tsx')).LicenseGivePanel);

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(partnerLicensesQuery(readListState(search, LICENSE_LIST)));

function DeactivateDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const end = useDeactivateLicense(onClose);
  return (
    <ConfirmDialog
      title="Deactivate license"
      confirmLabel="Deactivate"
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(license.id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          The license {license.product_name} of {license.customer_email} ends now, and cannot be activated again.
        </Text>
        {license.sites.length > 0 && (
          <Text as="p">
            {license.sites.map(({ fqdn }) => fqdn).join(', ')} {license.sites.length === 1 ? 'gets' : 'get'} the limits
            of the smallest plan. Nothing is deleted.
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** /admin/licenses: licences of all customers of the partner. */
export function Component() {
  const { state, change, isFiltered } = useListState(LICENSE_LIST);
  const { data, isFetching } = useSuspenseQuery(partnerLicensesQuery(state));
  const { panel, of, open, close } = usePanelState(PANELS);
  const renew = useRenewLicense();
  const chosen = data.pageElements.find(({ id }) => id === of);
  const give = (
    <Button kind="primary" icon="plus" onClick={() => open('give')}>
      Give a license
    </Button>
  );
  const actions = (license: License): MenuItem[] => [
    ...(license.autoRenewal
      ? [
          {
            key: 'renewal',
            label: 'Stop the renewal',
            icon: 'stop',
            onSelect: () => renew.mutate({ ...license, autoRenewal: false }),
          } as const,
        ]
      : []),
    {
      key: 'deactivate',
      label: 'Deactivate',
      icon: 'close',
      danger: true,
      onSelect: () => open('deactivate', license.id),
      disabledReason: cannotDeactivate(license),
    },
  ];
  return (
    <Page title="Licenses" subtitle="What your customers can assign to their sites." actions={give}>
      <ResourceTable
        caption="Licenses of all customers"
        columns={licenseColumns}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ product_name, customer_email }) => `${product_name} of ${customer_email}`}
        rowActions={actions}
        isFiltered={isFiltered}
        search={{
          value: state.keyword,
          onChange: (keyword) => change({ keyword }),
          label: 'Search by email or key',
        }}
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
        empty={
          <EmptyState
            icon="key"
            preview
            title="No licenses yet"
            text="Give a customer a license. It gives one or more of their sites a larger plan until it ends."
            action={give}
          />
        }
      />
      {panel === 'give' && <GivePanel onClose={close} />}
      {panel === 'deactivate' && chosen && !cannotDeactivate(chosen) && (
        <DeactivateDialog license={chosen} onClose={close} />
      )}
    </Page>
  );
}
