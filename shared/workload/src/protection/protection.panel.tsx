import * as v from 'valibot';
import { PasswordProtectionInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { NewPasswordField } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useProtectWorkload, type Workload } from '@panel/resources/workload';

const Shown = v.nullable(v.object({ username: v.string() }));

type Props = { workload: Workload; username: string; onClose: () => void };

export function ProtectionPanel({ workload, username, onClose }: Props) {
  const protect = useProtectWorkload(workload);
  const form = useForm({
    schema: PasswordProtectionInput,
    values: { username, password: '' },
    saved: { username },
    savedOf: ({ password_protection }) => ({ username: v.parse(Shown, password_protection)?.username ?? '' }),
    onSubmit: async (password_protection, { username: before = '' }) => {
      await protect.mutateAsync({ password_protection, expected: before ? { username: before } : null });
      onClose();
    },
  });
  const password = useFormField(form, 'password');
  return (
    <FormPanel form={form} title={t('Password protection')} submitLabel={t('Save')} onClose={onClose}>
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
    </FormPanel>
  );
}
