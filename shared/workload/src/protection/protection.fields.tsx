import type * as v from 'valibot';
import type { PasswordProtectionInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { NewPasswordField } from '@panel/ui';
import { FormField, useFormField, type FormState } from '@panel/ui/form';

type Protection = v.InferInput<typeof PasswordProtectionInput>;

/** User name and password that visitors have to enter. */
export function ProtectionFields<O>({ form }: { form: FormState<Protection, O> }) {
  const password = useFormField(form, 'password');
  return (
    <>
      <FormField
        form={form}
        name="username"
        label={t('User name')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocusInDialog
      />
      <NewPasswordField
        {...password}
        required
        help={t('At least 8 characters. Share it with the people who should have access. Don’t use your own password.')}
      />
    </>
  );
}
