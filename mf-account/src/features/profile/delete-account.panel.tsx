import { useQuery } from '@tanstack/react-query';
import { CUSTOMER_GRACE_DAYS } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { belongingsQuery, useDeleteAccount } from '@panel/resources/account';
import { belongingsTexts } from '@panel/resources/customer';
import { fullLoad } from './full-load.ts';

/** Says how much goes before it is deleted; the numbers are read when the dialog opens. */
export function DeleteAccountPanel({ email, onClose }: { email: string; onClose: () => void }) {
  const remove = useDeleteAccount(fullLoad);
  const { data } = useQuery(belongingsQuery);
  return (
    <ConfirmDestroy
      open
      title={t('Delete account')}
      name={email}
      confirmLabel={t('Delete account')}
      facts={{
        goes: data ? belongingsTexts(email, data) : [t('Counting what belongs to you…')],
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
