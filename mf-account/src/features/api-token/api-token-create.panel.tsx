import type { ApiTokenCreated } from '@panel/contract';
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
      title="Token created"
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack gap={4}>
        <Banner kind="success" live title="Copy the token now">
          It is not shown again. Whoever has it can use your account as far as its access allows.
        </Banner>
        <CopyText text={token} label="Copy token" whole />
        <Text as="p" tone="soft">
          {data.expires_at
            ? `“${data.name}” expires on ${formatDate(data.expires_at)}.`
            : `“${data.name}” does not expire.`}
        </Text>
        <Stack gap={2}>
          <Inline justify="between">
            <Heading level={3}>Try it</Heading>
            <CopyText text={example} label="Copy command" buttonOnly />
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
    <FormPanel form={form} title="Create API token" submitLabel="Create token" onClose={onClose}>
      <FormField
        form={form}
        name="name"
        label="Name"
        required
        help="What will use it, for example “Deploy from GitHub”."
        autoComplete="off"
        autoFocusInDialog
      />
      <ScopesField {...scopes} />
      <FormField
        form={form}
        name="expires_in_days"
        label="Expires after"
        help={
          period === 'never' ? 'A token without an end works until you revoke it. Choose an end if you can.' : undefined
        }
      >
        {({ onChange, ...input }) => (
          <Select {...input} onChange={(chosen) => chosen && onChange(chosen)} options={API_TOKEN_PERIODS} />
        )}
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Your password"
        required
        input={PasswordInput}
        autoComplete="current-password"
      />
    </FormPanel>
  );
}
