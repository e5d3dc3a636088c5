import { LoginProviderChange } from '@panel/contract/schemas';
import { t, type LoginProvider } from '@panel/core';
import { PasswordInput } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useChangeLoginProvider } from '@panel/resources/login-provider';

/** Changes what a provider knows this panel by, such as after its secret was rotated. */
export function LoginProviderChangePanel({ provider, onClose }: { provider: LoginProvider; onClose: () => void }) {
  const change = useChangeLoginProvider();
  const form = useForm({
    schema: LoginProviderChange,
    values: { client_id: provider.client_id, client_secret: undefined },
    saved: { client_id: provider.client_id, client_secret: undefined },
    savedOf: (current) => ({ client_id: provider.client_id, client_secret: undefined, ...current }),
    onSubmit: async (input, { client_id }) => {
      await change.mutateAsync({ id: provider.id, ...input, expected: { client_id } });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      call="loginProvider.change"
      title={t('Change {name}', { name: provider.name })}
      submitLabel={t('Save')}
      onClose={onClose}
    >
      <FormField form={form} name="client_id" label={t('Client ID')} required autoComplete="off" />
      <FormField
        form={form}
        name="client_secret"
        label={t('New client secret')}
        help={t('Leave it empty to keep the one that is stored.')}
        input={PasswordInput}
        autoComplete="off"
      />
    </FormPanel>
  );
}
