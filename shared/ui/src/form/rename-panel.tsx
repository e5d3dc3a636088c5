import * as v from 'valibot';
import { t } from '@panel/core';
import { FormPanel } from './form.tsx';
import { FormField } from './form-field.tsx';
import { useForm } from './use-form.ts';

export type RenamePanelProps = {
  title: string;
  /** The present name. */
  name: string;
  schema: v.GenericSchema<string, string>;
  /** Sends the new name; the panel shows a rejection. */
  onRename: (input: { name: string; expected: { name?: string } }) => Promise<unknown>;
  onClose: () => void;
};

/** A side panel with one field: the new name of something. */
export function RenamePanel({ title, name, schema, onRename, onClose }: RenamePanelProps) {
  const form = useForm({
    schema: v.object({ name: schema }),
    values: { name },
    saved: { name },
    onSubmit: async ({ name: chosen }, expected) => {
      await onRename({ name: chosen, expected });
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={title} submitLabel={t('Save')} onClose={onClose}>
      <FormField form={form} name="name" label={t('Name')} required autoComplete="off" autoFocusInDialog />
    </FormPanel>
  );
}
