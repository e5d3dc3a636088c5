import { TotpCodeInput } from '@panel/contract/schemas';
import { t, type NewTotp } from '@panel/core';
import { CopyText, Stack, Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { QrCode } from '@panel/ui/rich';
import { useConfirmTotp } from '@panel/resources/security';
import { RecoveryCodesPanel } from './recovery-codes.dialog.tsx';

/** Shows the secret once, asks for a code of the app, then shows the recovery codes once. */
export function TotpSetUpPanel({ begun, onClose }: { begun: NewTotp; onClose: () => void }) {
  const confirm = useConfirmTotp();
  const form = useForm({
    schema: TotpCodeInput,
    values: { code: '' },
    fieldsOf: ({ code, message, fields }) => (code === 'CODE_WRONG' ? { code: message } : fields),
    onSubmit: async (input) => {
      // Beside a passkey there are recovery codes already.
      if ((await confirm.mutateAsync(input)).codes.length === 0) onClose();
    },
  });
  if (confirm.data && confirm.data.codes.length > 0)
    return <RecoveryCodesPanel title={t('Authenticator app set up')} codes={confirm.data.codes} onClose={onClose} />;
  return (
    <FormPanel form={form} title={t('Set up authenticator app')} submitLabel={t('Confirm')} onClose={onClose}>
      <Stack gap={4}>
        <Text as="p">{t('Scan this with an authenticator app on your phone, or type the key into it.')}</Text>
        <QrCode text={begun.address} label={t('QR code for the authenticator app')} />
        <CopyText text={begun.secret} label={t('Copy key')} whole />
        <FormField
          form={form}
          name="code"
          label={t('Code')}
          help={t('The 6 digits that the app shows now.')}
          required
          autoComplete="one-time-code"
        />
      </Stack>
    </FormPanel>
  );
}
