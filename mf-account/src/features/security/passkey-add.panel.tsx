import { PasskeyNameInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useAddPasskey } from '@panel/resources/passkey';
import { RecoveryCodesPanel } from './recovery-codes.dialog.tsx';

/** Names a passkey and has the browser make it; the first second factor brings recovery codes, shown once. */
export function PasskeyAddPanel({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const form = useForm({
    schema: PasskeyNameInput,
    values: { name: '' },
    onSubmit: async (input) => {
      const { codes } = await add.mutateAsync(input);
      if (codes.length === 0) onClose();
    },
  });
  if (add.data && add.data.codes.length > 0)
    return <RecoveryCodesPanel title={t('Passkey added')} codes={add.data.codes} onClose={onClose} />;
  return (
    <FormPanel form={form} title={t('Add passkey')} submitLabel={t('Add passkey')} onClose={onClose}>
      <Text as="p">{t('Your browser asks next where to keep it: on this device, a phone or a security key.')}</Text>
      <FormField
        form={form}
        name="name"
        label={t('Name')}
        help={t('So that you know it again, such as “Work laptop”.')}
        required
        autoComplete="off"
        autoFocusInDialog
      />
    </FormPanel>
  );
}
