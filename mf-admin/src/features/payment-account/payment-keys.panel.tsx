import { PaymentKeys } from '@panel/contract/schemas';
import { t, type PaymentAccount } from '@panel/core';
import { PasswordInput, Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useConnectAccount } from '@panel/resources/payment-account';

/** Connects an account by its keys, or replaces those of the connected one. */
export function PaymentKeysPanel({ account, onClose }: { account: PaymentAccount | null; onClose: () => void }) {
  const connect = useConnectAccount();
  const form = useForm({
    schema: PaymentKeys,
    values: { secret_key: '', publishable_key: '' },
    onSubmit: async (keys) => {
      await connect.mutateAsync({ ...keys, expected: { account: account?.account ?? '' } });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      call="paymentAccount.connect"
      title={account ? t('Replace keys') : t('Connect Stripe')}
      submitLabel={account ? t('Check and replace') : t('Check and connect')}
      onClose={onClose}
    >
      <Text as="p">
        {account
          ? t('Enter new keys of the account {account}. Nothing changes for your customers.', {
              account: account.account,
            })
          : t(
              'Copy both keys from Developers, API keys in your Stripe dashboard. They are checked at Stripe before anything is saved.',
            )}
      </Text>
      <FormField
        form={form}
        name="secret_key"
        label={t('Secret key')}
        help={t('A secret key (sk_…) or a restricted key (rk_…). It is stored sealed and not shown again.')}
        required
        input={PasswordInput}
        autoComplete="off"
      />
      <FormField
        form={form}
        name="publishable_key"
        label={t('Publishable key')}
        help={t('It begins with pk_ and is of the same account and mode.')}
        required
        autoComplete="off"
      />
    </FormPanel>
  );
}
