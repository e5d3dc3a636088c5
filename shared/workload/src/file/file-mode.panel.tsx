import { t, type FileItem } from '@panel/core';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { joinPath, useFileMode } from '@panel/resources/file';
import * as v from 'valibot';

const ModeForm = v.object({
  mode: v.pipe(v.string(), v.regex(/^[0-7]{3}$/, t('Enter three digits from 0 to 7, for example 644.'))),
});

type Props = { id: string; folder: string; item: FileItem; onClose: () => void };

/** Permissions as three digits: of the site itself, of its group, and of everybody else. */
export function FileModePanel({ id, folder, item, onClose }: Props) {
  const { mutateAsync: change } = useFileMode(id);
  const form = useForm({
    schema: ModeForm,
    values: { mode: item.mode.toString(8).padStart(3, '0') },
    onSubmit: async ({ mode }) => {
      await change({ path: joinPath(folder, item.name), mode: Number.parseInt(mode, 8) });
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Permissions')} submitLabel={t('Save')} onClose={onClose}>
      <FormField
        form={form}
        name="mode"
        label={t('Permissions')}
        help={t('644 suits files, and 755 suits folders.')}
        required
        autoComplete="off"
        inputMode="numeric"
        autoFocusInDialog
      />
    </FormPanel>
  );
}
