import { PasswordProtectionInput } from '@panel/contract/schemas';
import { NewPasswordField } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useProtectSite } from '@panel/resources/site';

type Props = { siteId: string; username: string; onClose: () => void };

export function SiteProtectionPanel({ siteId, username, onClose }: Props) {
  const protect = useProtectSite(siteId);
  const form = useForm({
    schema: PasswordProtectionInput,
    values: { username, password: '' },
    onSubmit: async (input) => {
      await protect.mutateAsync(input);
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
