import type { ApiTokenCreated } from '@panel/contract';
import { t } from '@panel/core';
import {
  Banner,
  Button,
  CopyText,
  formatDate,
  Heading,
  Inline,
  PasswordInput,
  Select,
  SidePanel,
  Stack,
  Text,
} from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField, useWatch } from '@panel/ui/form';
import { API_TOKEN_PERIODS, exampleOf, useCreateApiToken } from '@panel/resources/api-token';
import { ApiTokenForm } from './api-token.schema.ts';
import { ScopesField } from './scopes.field.tsx';

/** The token, which is shown here and nowhere else. */
function Created({ created: { data, token }, onClose }: { created: ApiTokenCreated; onClose: () => void }) {
  const example = exampleOf(data, token, window.location.origin);
  return (
    <SidePanel
      open
      title={t('Token created')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Banner kind="success" live title={t('Copy the token now')}>
          {t('It is not shown again. Whoever has it can use your account as far as its access allows.')}
        </Banner>
        <CopyText text={token} label={t('Copy token')} whole />
        <Text as="p" tone="soft">
          {data.expires_at
            ? t('“{name}” expires on {expires_at}.', { name: data.name, expires_at: formatDate(data.expires_at) })
            : t('“{name}” does not expire.', { name: data.name })}
        </Text>
        <Stack gap={2}>
          <Inline justify="between">
            <Heading level={3}>{t('Try it')}</Heading>
            <CopyText text={example} label={t('Copy command')} buttonOnly />
          </Inline>
          <pre className="token-example p-mono">{example}</pre>
        </Stack>
      </Stack>
    </SidePanel>
  );
}

/** Creates a token, then shows it once. */
export function ApiTokenCreatePanel({ onClose }: { onClose: () => void }) {
  const create = useCreateApiToken();
  const form = useForm({
    schema: ApiTokenForm,
    values: { name: '', scopes: [], expires_in_days: '90', password: '' },
    fieldsOf: ({ code, message, fields }) => (code === 'PASSWORD_WRONG' ? { password: message } : fields),
    onSubmit: (input) => create.mutateAsync(input),
  });
  const scopes = useFormField(form, 'scopes');
  const period = useWatch({ control: form.control, name: 'expires_in_days' });
  if (create.data) return <Created created={create.data} onClose={onClose} />;
  return (
    <FormPanel form={form} title={t('Create API token')} submitLabel={t('Create token')} onClose={onClose}>
      <FormField
        form={form}
        name="name"
        label={t('Name')}
        required
        help={t('What will use it, for example “Deploy from GitHub”.')}
        autoComplete="off"
        autoFocusInDialog
      />
      <ScopesField {...scopes} />
      <FormField
        form={form}
        name="expires_in_days"
        label={t('Expires after')}
        help={
          period === 'never'
            ? t('A token without an end works until you revoke it. Choose an end if you can.')
            : undefined
        }
      >
        {({ onChange, ...input }) => (
          <Select {...input} onChange={(chosen) => chosen && onChange(chosen)} options={API_TOKEN_PERIODS} />
        )}
      </FormField>
      <FormField
        form={form}
        name="password"
        label={t('Your password')}
        required
        input={PasswordInput}
        autoComplete="current-password"
      />
    </FormPanel>
  );
}
