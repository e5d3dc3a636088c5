import { PasswordProtectionInput } from '@panel/contract/schemas';
import { PasswordInput } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
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
      <FormField
        form={form}
        name="password"
        label="Password"
        required
        autoComplete="new-password"
        input={PasswordInput}
        help="At least 8 characters. Share it with the people who should have access. Don’t use your own password."
      />
    </FormPanel>
  );
}
