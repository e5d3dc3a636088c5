import { useId } from 'react';
import { PasswordProtectionInput } from '@panel/contract/schemas';
import { Button, PasswordInput, SidePanel } from '@panel/ui';
import { FormField, ResourceForm } from '@panel/ui/data';
import { useProtectSite } from '@panel/resources/site';

type Props = { siteId: string; username: string; onClose: () => void };

export function SiteProtectionPanel({ siteId, username, onClose }: Props) {
  const form = useId();
  const protect = useProtectSite(siteId);
  return (
    <SidePanel
      open
      title="Password protection"
      onClose={onClose}
      busy={protect.isPending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={protect.isPending ? 'Wait until it has been sent.' : null}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" form={form} loading={protect.isPending}>
            Save
          </Button>
        </>
      }
    >
      <ResourceForm
        id={form}
        schema={PasswordProtectionInput}
        initial={{ username, password: '' }}
        onSubmit={async (input) => {
          await protect.mutateAsync(input);
          onClose();
        }}
        submitLabel="Save"
        hideButtons
      >
        {(state) => (
          <>
            <FormField
              form={state}
              name="username"
              label="User name"
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocusInDialog
            />
            <FormField
              form={state}
              name="password"
              label="Password"
              required
              autoComplete="new-password"
              input={PasswordInput}
              help="At least 8 characters. Share it with the people who should have access. Don’t use your own password."
            />
          </>
        )}
      </ResourceForm>
    </SidePanel>
  );
}
