import { EmailChangeInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useChangeEmail } from '@panel/resources/account';

/** Asks for another email. It changes once both addresses have confirmed it. */
export function ChangeEmailPanel({ email, onClose }: { email: string; onClose: () => void }) {
  const change = useChangeEmail(onClose);
  const form = useForm({
    schema: EmailChangeInput,
    values: { email: '' },
    onSubmit: (input) => change.mutateAsync(input),
  });
  return (
    <FormPanel form={form} title={t('Change email')} submitLabel={t('Send links')} onClose={onClose}>
      <Text as="p">
        {t(
          'We’ll send a link to {email} and to the new address. Nothing changes before both are confirmed. Other browsers are signed out then.',
          { email },
        )}
      </Text>
      <FormField
        form={form}
        name="email"
        label={t('New email')}
        type="email"
        required
        autoComplete="email"
        autoFocusInDialog
      />
    </FormPanel>
  );
}
