import { RemoveTotpInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { PasswordInput, Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useRemoveTotp } from '@panel/resources/security';

/** Removes the app: with the password and a code, so that neither alone is enough. */
export function TotpRemovePanel({ onClose }: { onClose: () => void }) {
  const remove = useRemoveTotp(onClose);
  const form = useForm({
    schema: RemoveTotpInput,
    values: { password: '', code: '' },
    fieldsOf: ({ code, message, fields }) => {
      if (code === 'PASSWORD_WRONG') return { password: message };
      return code === 'CODE_WRONG' ? { code: message } : fields;
    },
    onSubmit: (input) => remove.mutateAsync(input),
  });
  return (
    <FormPanel form={form} title={t('Remove authenticator app')} submitLabel={t('Remove app')} onClose={onClose}>
      <Text as="p">
        {t('From then on your password alone opens the account. Your recovery codes end with the app.')}
      </Text>
      <FormField
        form={form}
        name="password"
        label={t('Your password')}
        required
        input={PasswordInput}
        autoComplete="current-password"
        autoFocusInDialog
      />
      <FormField
        form={form}
        name="code"
        label={t('Code')}
        help={t('Of the app, or a recovery code.')}
        required
        autoComplete="one-time-code"
      />
    </FormPanel>
  );
}
