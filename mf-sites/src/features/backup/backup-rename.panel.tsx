import * as v from 'valibot';
import { BackupName } from '@panel/contract/schemas';
import type { Backup } from '@panel/core';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useRenameBackup } from '@panel/resources/backup';

const RenameInput = v.object({ name: BackupName });

export function BackupRenamePanel({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const rename = useRenameBackup(backup);
  const form = useForm({
    schema: RenameInput,
    values: { name: backup.name },
    onSubmit: async ({ name }) => {
      await rename.mutateAsync(name);
      onClose();
    },
  });
  return (
    <FormPanel form={form} title="Rename backup" submitLabel="Save" onClose={onClose}>
      <FormField form={form} name="name" label="Name" required autoComplete="off" autoFocusInDialog />
    </FormPanel>
  );
}
