import { useQuery } from '@tanstack/react-query';
import { CUSTOMER_GRACE_DAYS } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { belongingsQuery, useDeleteAccount } from '@panel/resources/account';
import { fullLoad } from './full-load.ts';

/** Says how much goes before it is deleted; the numbers are read when the dialog opens. */
export function DeleteAccountPanel({ email, onClose }: { email: string; onClose: () => void }) {
  const remove = useDeleteAccount(fullLoad);
  const { data } = useQuery(belongingsQuery);
  const goes = data && [
    t('The account of {email}, with its API tokens and notifications', { email }),
    t('{count, plural, one {# site} other {# sites}}, with files, databases and addresses', { count: data.sites }),
    t('{count, plural, one {# application} other {# applications}}', { count: data.apps }),
    t('{count, plural, one {# backup} other {# backups}}', { count: data.backups }),
    t('{count, plural, one {# license} other {# licenses}}, whose subscriptions end then', { count: data.licenses }),
    ...(data.binned > 0
      ? [
          t('{count, plural, one {# deleted site in the bin} other {# deleted sites in the bin}}', {
            count: data.binned,
          }),
        ]
      : []),
  ];
  return (
    <ConfirmDestroy
      open
      title={t('Delete account')}
      name={email}
      confirmLabel={t('Delete account')}
      facts={{
        goes: goes ?? [t('Counting what belongs to you…')],
        stays: [t('Entries of the audit log about what you did'), t('Your invoices at the payment provider')],
      }}
      note={t(
        'It happens in {days} days. Until then the link of an email undoes it, nobody can sign in, and your sites are not available. A license that is due in these days is still renewed: turn its renewal off first.',
        { days: CUSTOMER_GRACE_DAYS },
      )}
      confirmations={[]}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
