import { t } from '@panel/core';
import type { License } from '@panel/core';
import { Button, ConfirmDialog, EmptyState, lazyPanel, Select, Stack, Text, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  cannotDeactivate,
  LICENSE_LIST,
  partnerLicensesQuery,
  paymentFilter,
  useDeactivateLicense,
  useRenewLicense,
} from '@panel/resources/license';
import { licenseColumns } from './license.columns.tsx';

const GivePanel = lazyPanel(async () => (await import('./license-give.panel.tsx')).LicenseGivePanel);

const source = { list: LICENSE_LIST, query: partnerLicensesQuery, panels: ['give', 'deactivate'] } as const;
export const prefetch = prefetchList(source);

function DeactivateDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const end = useDeactivateLicense(onClose);
  return (
    <ConfirmDialog
      title={t('Deactivate license')}
      confirmLabel={t('Deactivate')}
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(license.id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t('The license {product} of {email} ends now, and cannot be activated again.', {
            product: license.product_name,
            email: license.customer_email,
          })}
        </Text>
        {license.sites.length > 0 && (
          <Text as="p">
            {t('{sites} {count, plural, one {gets} other {get}} the limits of the smallest plan. Nothing is deleted.', {
              sites: license.sites.map(({ fqdn }) => fqdn).join(', '),
              count: license.sites.length,
            })}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

const Give = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" call="license.distribute" onClick={onClick}>
    {t('Issue a license')}
  </Button>
);

const deactivation = (license: License, open: () => void): MenuItem => ({
  key: 'deactivate',
  call: 'license.deactivate',
  label: t('Deactivate'),
  icon: 'close',
  danger: true,
  onSelect: open,
  disabledReason: cannotDeactivate(license),
});

/** /admin/licenses: licences of all customers of the partner. */
export function Component() {
  const renew = useRenewLicense();
  const stop = (license: License): MenuItem => ({
    key: 'renewal',
    call: 'license.renewal',
    label: t('Turn off renewal'),
    icon: 'stop',
    onSelect: () => renew.mutate({ ...license, autoRenewal: false }),
  });
  return (
    <ListPage
      {...source}
      title={t('Licenses')}
      subtitle={t('What your customers can assign to their sites.')}
      actions={({ open }) => <Give onClick={() => open('give')} />}
      caption={t('Licenses of all customers')}
      columns={licenseColumns}
      rowKey={({ id }) => id}
      rowLabel={({ product_name, customer_email }) =>
        t('{product} of {email}', { product: product_name, email: customer_email })
      }
      rowActions={(license, { open }) => [
        ...(license.autoRenewal ? [stop(license)] : []),
        deactivation(license, () => open('deactivate', license.id)),
      ]}
      search={t('Search by email or key')}
      filters={({ state, change }) => (
        <Select {...paymentFilter(state.filters['payment'] ?? [], (payment) => change({ filters: { payment } }))} />
      )}
      empty={({ open }) => (
        <EmptyState
          icon="key"
          preview
          title={t('No licenses yet')}
          text={t('Give a customer a license. It gives one or more of their sites a larger plan until it ends.')}
          action={<Give onClick={() => open('give')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'give' && <GivePanel onClose={close} />}
          {panel === 'deactivate' && chosen && !cannotDeactivate(chosen) && (
            <DeactivateDialog license={chosen} onClose={close} />
          )}
        </>
      )}
    </ListPage>
  );
}
