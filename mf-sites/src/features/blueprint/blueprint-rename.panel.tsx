import * as v from 'valibot';
import { BlueprintName } from '@panel/contract/schemas';
import type { Blueprint } from '@panel/core';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useRenameBlueprint } from '@panel/resources/blueprint';

const RenameInput = v.object({ name: BlueprintName });

export function BlueprintRenamePanel({ blueprint, onClose }: { blueprint: Blueprint; onClose: () => void }) {
  const rename = useRenameBlueprint(blueprint);
  const form = useForm({
    schema: RenameInput,
    values: { name: blueprint.name },
    onSubmit: async ({ name }) => {
      await rename.mutateAsync(name);
      onClose();
    },
  });
  return (
    <FormPanel form={form} title="Rename blueprint" submitLabel="Save" onClose={onClose}>
      <FormField form={form} name="name" label="Name" required autoComplete="off" autoFocusInDialog />
    </FormPanel>
  );
}
