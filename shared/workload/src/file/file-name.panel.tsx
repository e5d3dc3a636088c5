import { isFileName } from '@panel/contract/schemas';
import { t, type FileItem } from '@panel/core';
import { FormField, FormPanel, RenamePanel, useForm } from '@panel/ui/form';
import { joinPath, useCreateFile, useMoveFile } from '@panel/resources/file';
import * as v from 'valibot';

const FileName = v.pipe(
  v.string(),
  v.nonEmpty(t('Enter a name.')),
  v.check(isFileName, t('Use a name without a slash, with at most 255 bytes.')),
);
const NameForm = v.object({ name: FileName });

type Props = { id: string; folder: string; onClose: () => void };

export function NewFilePanel({ id, folder, kind, onClose }: Props & { kind: 'file' | 'folder' }) {
  const { mutateAsync: create } = useCreateFile(id);
  const form = useForm({
    schema: NameForm,
    values: { name: '' },
    onSubmit: async ({ name }) => {
      await create({ path: joinPath(folder, name), kind });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      title={kind === 'file' ? t('New file') : t('New folder')}
      submitLabel={t('Create')}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('Name')} required autoComplete="off" autoFocusInDialog />
    </FormPanel>
  );
}

export function RenameFilePanel({ id, folder, item, onClose }: Props & { item: FileItem }) {
  const { mutateAsync: move } = useMoveFile(id);
  return (
    <RenamePanel
      title={t('Rename')}
      name={item.name}
      schema={FileName}
      onRename={({ name }) => move({ path: joinPath(folder, item.name), to: joinPath(folder, name) })}
      onClose={onClose}
    />
  );
}
