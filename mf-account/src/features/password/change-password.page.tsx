import { PASSWORD_RULES } from '@panel/contract/schemas';
import { useUser, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Card, Grid, NewPasswordField, Page, PasswordInput } from '@panel/ui';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import { useChangePassword } from '@panel/resources/user';
import { ChangePasswordForm } from './change-password.schema.ts';
import { CHANGED } from './password-changed.ts';

const EMPTY = { current_password: '', password: '', repeated: '' };

/** /my-account/change-password, and /change-password for staff. */
export function Component() {
  const change = useChangePassword();
  const navigate = useNavigate();
  const { role } = useUser();

  const form = useForm({
    schema: ChangePasswordForm,
    values: EMPTY,
    fieldsOf: ({ code, message, fields }) => (code === 'PASSWORD_WRONG' ? { current_password: message } : fields),
    // A half-typed password is not worth a draft, but it still delays a new version.
    guard: false,
    onSubmit: async (input) => {
      await change.mutateAsync(input);
      if (role === 'customer') navigate('/my-account/password-changed', { replace: true, state: CHANGED });
    },
  });

  const password = useFormField(form, 'password');

  return (
    <Page
      title={t('Change password')}
      subtitle={
        role === 'customer'
          ? t('Every other device that is signed in will be signed out. API tokens keep working.')
          : t('Every other device that is signed in will be signed out.')
      }
      width="split"
    >
      <Grid min="sidebar">
        <Card>
          <Form form={form} submitLabel={t('Change password')}>
            <FormField
              form={form}
              name="current_password"
              label={t('Current password')}
              input={PasswordInput}
              autoComplete="current-password"
            />
            <NewPasswordField
              {...password}
              label={t('New password')}
              help={PASSWORD_RULES}
              onGenerate={(generated) => form.setValue('repeated', generated, { shouldDirty: true })}
            />
            <FormField
              form={form}
              name="repeated"
              label={t('Repeat the new password')}
              input={PasswordInput}
              autoComplete="new-password"
            />
          </Form>
        </Card>
      </Grid>
    </Page>
  );
}
