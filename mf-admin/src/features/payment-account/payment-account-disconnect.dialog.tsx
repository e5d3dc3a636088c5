import { t, type PaymentAccount } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useDisconnectAccount } from '@panel/resources/payment-account';

/** Disconnects the account; the server refuses that while something is paid there. */
export function PaymentAccountDisconnectDialog({ account, onClose }: { account: PaymentAccount; onClose: () => void }) {
  const disconnect = useDisconnectAccount(onClose);
  return (
    <ConfirmDialog
      title={t('Disconnect {name}?', { name: account.name })}
      confirmLabel={t('Disconnect')}
      danger
      busy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate()}
      onClose={onClose}
    >
      {t(
        'The keys are deleted here, and the webhook at Stripe. Invoices that were paid to this account can’t be refunded or opened here until you connect it again.',
      )}
    </ConfirmDialog>
  );
}
