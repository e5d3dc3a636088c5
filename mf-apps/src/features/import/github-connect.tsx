import { GithubTokenInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Card, PasswordInput } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { useConnectGithub } from '@panel/resources/github';

/** Takes an access token of GitHub, which is sent to the server and kept nowhere else. */
export function GithubConnect() {
  const connect = useConnectGithub();
  const form = useForm({
    schema: GithubTokenInput,
    values: { access_token: '' },
    onSubmit: ({ access_token }) => connect.mutateAsync(access_token),
  });
  return (
    <Form form={form} submitLabel={t('Connect')} aria-label={t('Connect GitHub')}>
      <Card title={t('Connect GitHub')}>
        <FormField
          form={form}
          name="access_token"
          label={t('Access token')}
          help={t(
            'Make one at GitHub under Settings, Developer settings, Personal access tokens. It needs to read the contents of your repositories. We store it encrypted.',
          )}
          required
        >
          {(input) => <PasswordInput {...input} autoComplete="off" />}
        </FormField>
      </Card>
    </Form>
  );
}
