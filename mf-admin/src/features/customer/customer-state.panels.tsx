import { useQuery } from '@tanstack/react-query';
import { t, type CustomerAccount } from '@panel/core';
import { ConfirmDestroy, ConfirmDialog, Stack, Text } from '@panel/ui';
import { CUSTOMER_GRACE_DAYS } from '@panel/contract/schemas';
import {
  belongingsTexts,
  cannotSuspend,
  customerName,
  customerQuery,
  useChangeCustomer,
} from '@panel/resources/customer';
import type { CustomerPanel } from './customer.actions.ts';

type Props = { customer: CustomerAccount; onClose: () => void };

function SuspendDialog({ customer, onClose }: Props) {
  const suspend = useChangeCustomer(onClose);
  return (
    <ConfirmDialog
      title={t('Suspend {name}?', { name: customerName(customer) })}
      confirmLabel={t('Suspend')}
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={() => suspend.mutate({ id: customer.id, change: 'suspend' })}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {t('They are signed out everywhere and can’t sign in. Their API tokens and SFTP access stop working.')}
        </Text>
        <Text as="p">
          {t(
            '{sites, plural, one {# site} other {# sites}} and {apps, plural, one {# application} other {# applications}} show a page that says they are suspended. Nothing is deleted, and everything works again when you end the suspension.',
            { sites: customer.sites, apps: customer.apps },
          )}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}

/** Says how much goes before it is deleted; the numbers are read when the dialog opens. */
function DeleteDialog({ customer, onClose }: Props) {
  const remove = useChangeCustomer(onClose);
  const { data } = useQuery(customerQuery(customer.id));
  return (
    <ConfirmDestroy
      open
      title={t('Delete customer')}
      name={customer.email}
      confirmLabel={t('Delete customer')}
      facts={{
        goes: data ? belongingsTexts(customer.email, data) : [t('Counting what belongs to this customer…')],
        stays: [t('The audit log'), t('Invoices at your payment provider')],
      }}
      note={t('You can undo this for {days} days. Until then nobody can sign in, and sites show a page of yours.', {
        days: CUSTOMER_GRACE_DAYS,
      })}
      confirmations={[]}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: customer.id, change: 'remove' })}
      onClose={onClose}
    />
  );
}

/** The dialog that the address asks for, if it is possible for this customer. */
export function CustomerStatePanels({
  panel,
  customer,
  onClose,
}: {
  panel: CustomerPanel | null;
  customer: CustomerAccount | undefined;
  onClose: () => void;
}) {
  if (!customer) return null;
  if (panel === 'suspend' && !cannotSuspend(customer)) return <SuspendDialog customer={customer} onClose={onClose} />;
  if (panel === 'delete' && customer.state !== 'deleting')
    return <DeleteDialog customer={customer} onClose={onClose} />;
  return null;
}
