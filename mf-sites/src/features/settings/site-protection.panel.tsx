import * as v from 'valibot';
import { PasswordProtectionInput } from '@panel/contract/schemas';
import { NewPasswordField } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useProtectSite } from '@panel/resources/site';

const Shown = v.nullable(v.object({ username: v.string() }));

type Props = { siteId: string; username: string; onClose: () => void };

export function SiteProtectionPanel({ siteId, username, onClose }: Props) {
  const protect = useProtectSite(siteId);
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
    <FormPanel form={form} title="Password protection" submitLabel="Save" onClose={onClose}>
      <FormField
        form={form}
        name="username"
        label="User name"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocusInDialog
      />
      <NewPasswordField
        {...password}
        required
        help="At least 8 characters. Share it with the people who should have access. Don’t use your own password."
      />
    </FormPanel>
  );
}
