import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CodeProof, PasswordProof } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { knowsPasskeys, useProveWithPasskey } from '@panel/resources/passkey';
import { prove, secondFactorsQuery } from '@panel/resources/security';
import { Button, Dialog, PasswordInput, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';

type Props = { onProved: () => void; onClose: () => void; other: ReactNode };

/** What both forms have around their field. */
const Frame = ({
  id,
  busy,
  onClose,
  other,
  children,
}: Omit<Props, 'onProved'> & { id: string; busy: boolean; children: ReactNode }) => (
  <Dialog
    open
    size="s"
    icon="lock"
    title={t('Confirm that it’s you')}
    onClose={onClose}
    busy={busy}
    footer={
      <>
        {other}
        <Button kind="primary" type="submit" form={id} loading={busy}>
          {t('Continue')}
        </Button>
      </>
    }
  >
    <Stack gap={4}>
      <Text as="p">{t('You signed in a while ago, and this changes who can get in.')}</Text>
      {children}
    </Stack>
  </Dialog>
);

function ByPassword({ onProved, ...rest }: Props) {
  const form = useForm({
    schema: PasswordProof,
    values: { password: '' },
    guard: false,
    fieldsOf: ({ code, message, fields }) => (code === 'PASSWORD_WRONG' ? { password: message } : fields),
    onSubmit: async (input) => {
      await prove(input);
      onProved();
    },
  });
  return (
    <Frame {...rest} id={form.id} busy={form.busy}>
      <Form form={form}>
        <FormField
          form={form}
          name="password"
          label={t('Your password')}
          required
          input={PasswordInput}
          autoComplete="current-password"
          autoFocusInDialog
        />
      </Form>
    </Frame>
  );
}

function ByCode({ onProved, ...rest }: Props) {
  const form = useForm({
    schema: CodeProof,
    values: { code: '' },
    guard: false,
    fieldsOf: ({ code, message, fields }) => (code === 'CODE_WRONG' ? { code: message } : fields),
    onSubmit: async (input) => {
      await prove(input);
      onProved();
    },
  });
  return (
    <Frame {...rest} id={form.id} busy={form.busy}>
      <Form form={form}>
        <FormField
          form={form}
          name="code"
          label={t('Code')}
          help={t('Of your authenticator app, or a recovery code.')}
          required
          autoComplete="one-time-code"
          autoFocusInDialog
        />
      </Form>
    </Frame>
  );
}

/** The password again, a passkey, or a code for those who have an authenticator app. */
export default function ProofDialog(props: Omit<Props, 'other'>) {
  const { data } = useQuery(secondFactorsQuery);
  const [byCode, setByCode] = useState(false);
  const byPasskey = useProveWithPasskey(props.onProved);
  const hasPasskey = data && data.passkeys.length > 0 && knowsPasskeys();
  const other = (
    <>
      {byPasskey.error && (
        <Text as="p" tone="danger">
          {byPasskey.error.message}
        </Text>
      )}
      {hasPasskey && (
        <Button icon="key" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {t('Use a passkey')}
        </Button>
      )}
      {data?.totp && (
        <Button onClick={() => setByCode(!byCode)}>{byCode ? t('Use my password') : t('Use a code')}</Button>
      )}
    </>
  );
  return byCode ? <ByCode {...props} other={other} /> : <ByPassword {...props} other={other} />;
}
