import {
  KINDS_WITH_ISSUER,
  LOGIN_PROVIDER_KINDS,
  LOGIN_PROVIDER_NAMES,
  NewLoginProviderInput,
} from '@panel/contract/schemas';
import { t, usePartner } from '@panel/core';
import { CopyText, PasswordInput, Select, Text } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useCreateLoginProvider } from '@panel/resources/login-provider';

const KINDS = LOGIN_PROVIDER_KINDS.map((value) => ({ value, label: LOGIN_PROVIDER_NAMES[value] }));

/** Sets a provider up: what it is called, where it is, and what it knows this panel by. */
export function LoginProviderAddPanel({ onClose }: { onClose: () => void }) {
  const { domainAccessLink } = usePartner();
  const create = useCreateLoginProvider();
  const form = useForm({
    schema: NewLoginProviderInput,
    values: { kind: 'google', client_id: '', client_secret: '' },
    onSubmit: async (input) => {
      await create.mutateAsync(input);
      onClose();
    },
  });
  const kind = useFormField(form, 'kind').value ?? 'google';
  const slug = useFormField(form, 'slug').value ?? '';
  const isOwn = kind === 'oidc';
  const part = isOwn ? `oidc-${slug || 'name'}` : kind;
  const callback = new URL(`/auth/${part}/callback`, domainAccessLink).href;
  return (
    <FormPanel
      form={form}
      call="loginProvider.create"
      title={t('Add provider')}
      submitLabel={t('Add provider')}
      onClose={onClose}
    >
      <FormField form={form} name="kind" label={t('Provider')}>
        {({ value, onChange, ...input }) => (
          <Select
            {...input}
            options={KINDS}
            value={value ?? 'google'}
            onChange={(chosen) => {
              const known = LOGIN_PROVIDER_KINDS.find((each) => each === chosen);
              if (known) onChange(known);
            }}
          />
        )}
      </FormField>
      {isOwn && (
        <>
          <FormField
            form={form}
            name="name"
            label={t('Name')}
            help={t('On the button: “Continue with …”.')}
            required
            autoComplete="off"
          />
          <FormField
            form={form}
            name="slug"
            label={t('Name in the address')}
            help={t('Lower-case letters, digits and hyphens. It can’t be changed later.')}
            required
            autoComplete="off"
          />
        </>
      )}
      {KINDS_WITH_ISSUER.includes(kind) && (
        <FormField
          form={form}
          name="issuer"
          label={t('Address of the provider')}
          help={isOwn ? t('Its issuer, as in its configuration.') : t('Only for a server of your own.')}
          required={isOwn}
          inputMode="url"
          autoComplete="off"
        />
      )}
      <Text as="p">{t('Give the provider this redirect address:')}</Text>
      <CopyText text={callback} label={t('Copy the redirect address')} whole />
      <FormField form={form} name="client_id" label={t('Client ID')} required autoComplete="off" />
      <FormField
        form={form}
        name="client_secret"
        label={t('Client secret')}
        help={t('It is stored sealed and not shown again.')}
        required
        input={PasswordInput}
        autoComplete="off"
      />
    </FormPanel>
  );
}
