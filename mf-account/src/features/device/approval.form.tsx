import type { Scope } from '@panel/contract/scopes';
import { t, type DeviceRequest } from '@panel/core';
import { Banner, Button, Card, formatDate, PasswordInput, Select, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import { API_TOKEN_PERIODS } from '@panel/resources/api-token';
import { useApproveDevice, useDenyDevice } from '@panel/resources/device';
import { ScopesField } from '../api-token/scopes.field.tsx';
import { ApprovalForm } from './activate.schema.ts';

type Props = { request: DeviceRequest; onDone: (outcome: 'allowed' | 'denied') => void };

/** What asks: its own words about itself, and what the server saw. */
const Asks = ({ request: { client_name, host_name, ip, created_at, user_code } }: Pick<Props, 'request'>) => (
  <DataList
    items={[
      { key: 'code', label: t('Code'), value: <span className="p-mono">{user_code}</span> },
      { key: 'program', label: t('Program'), value: client_name },
      { key: 'host', label: t('Computer'), value: host_name },
      ip !== null && { key: 'ip', label: t('Address'), value: ip },
      { key: 'asked', label: t('Asked at'), value: formatDate(created_at) },
    ]}
  />
);

/** Shows what asks for a token, and lets the person allow or deny it. */
export function ApprovalCard({ request, onDone }: Props) {
  const approve = useApproveDevice(() => onDone('allowed'));
  const deny = useDenyDevice(request.user_code, () => onDone('denied'));
  const form = useForm({
    schema: ApprovalForm,
    values: {
      ...{ user_code: request.user_code, scopes: ['account:read'] as Scope[] },
      ...{ expires_in_days: '90' as const, password: '' },
    },
    fieldsOf: ({ code, message, fields }) => (code === 'PASSWORD_WRONG' ? { password: message } : fields),
    guard: false,
    onSubmit: (input) => approve.mutateAsync(input),
  });
  const scopes = useFormField(form, 'scopes');
  return (
    <Card title={t('“{program}” asks for access', { program: request.client_name })}>
      <Stack gap={4}>
        <Banner kind="warning" title={t('Continue only if you started this yourself')}>
          {t('Compare the code with the one in your terminal. If somebody sent you here, deny it.')}
        </Banner>
        <Asks request={request} />
        {deny.error && (
          <Banner kind="danger" live>
            {deny.error.message}
          </Banner>
        )}
        <Form
          form={form}
          submitLabel={t('Allow')}
          submitDisabledReason={deny.isPending ? t('Wait until it has been sent.') : null}
          call="device.approve"
          aside={
            <Button
              loading={deny.isPending}
              disabledReason={form.busy ? t('Wait until it has been sent.') : null}
              onClick={() => deny.mutate()}
            >
              {t('Deny')}
            </Button>
          }
        >
          <ScopesField {...scopes} />
          <FormField form={form} name="expires_in_days" label={t('Expires after')}>
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
        </Form>
      </Stack>
    </Card>
  );
}
