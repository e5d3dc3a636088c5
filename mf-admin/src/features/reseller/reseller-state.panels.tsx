import { t, type Reseller } from '@panel/core';
import { ConfirmDestroy, ConfirmDialog, formatBytes, Stack, Text } from '@panel/ui';
import { RESELLER_GRACE_DAYS } from '@panel/contract/schemas';
import { cannotClose, cannotSuspendReseller, useChangeReseller } from '@panel/resources/reseller';
import type { ResellerPanel } from './reseller.actions.ts';

type Props = { reseller: Reseller; onClose: () => void };

function SuspendDialog({ reseller, onClose }: Props) {
  const suspend = useChangeReseller(onClose);
  return (
    <ConfirmDialog
      title={t('Suspend {name}?', { name: reseller.name })}
      confirmLabel={t('Suspend')}
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={() => suspend.mutate({ id: reseller.id, change: 'suspend' })}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t(
            'The panel at {host} is closed: its staff and {customers, plural, one {# customer} other {# customers}} are signed out and can’t sign in.',
            { host: reseller.host, customers: reseller.used.customers },
          )}
        </Text>
        <Text as="p">
          {t(
            '{sites, plural, one {# site shows} other {# sites show}} a page that says it is suspended. Nothing is deleted, and everything works again when you end the suspension.',
            { sites: reseller.used.sites },
          )}
        </Text>
        <Text as="p">
          {t(
            'Subscriptions of its customers are still charged when they renew. Meanwhile customers can’t cancel them here.',
          )}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}

function DeleteDialog({ reseller, onClose }: Props) {
  const remove = useChangeReseller(onClose);
  const { host, used } = reseller;
  return (
    <ConfirmDestroy
      open
      title={t('Delete partner')}
      name={host}
      confirmLabel={t('Delete partner')}
      facts={{
        goes: [
          t('The panel at {host}, with its brand, its staff and its settings', { host }),
          t('{count, plural, one {# customer} other {# customers}}, with licenses', { count: used.customers }),
          t('{count, plural, one {# site or application} other {# sites and applications}}, with backups', {
            count: used.sites,
          }),
          t('{size} of files and databases', { size: formatBytes(used.disk_bytes) }),
        ],
        stays: [t('The audit log'), t('Invoices at its payment provider')],
      }}
      note={t(
        'You can undo this for {days} days. Until then its panel is closed, sites show a page, and subscriptions of its customers are still charged when they renew. After that, subscriptions end with the accounts of the customers.',
        { days: RESELLER_GRACE_DAYS },
      )}
      confirmations={[]}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: reseller.id, change: 'remove' })}
      onClose={onClose}
    />
  );
}

/** The dialog that the address asks for, if it is possible for this partner. */
export function ResellerStatePanels({ panel, reseller, onClose }: Props & { panel: ResellerPanel }) {
  if (panel === 'suspend' && !cannotSuspendReseller(reseller) && reseller.state === 'active')
    return <SuspendDialog reseller={reseller} onClose={onClose} />;
  if (panel === 'delete' && !cannotClose(reseller) && reseller.state !== 'deleting')
    return <DeleteDialog reseller={reseller} onClose={onClose} />;
  return null;
}
