import { isFileName } from '@panel/contract/schemas';
import { t, type FileItem } from '@panel/core';
import { FormField, FormPanel, RenamePanel, useForm } from '@panel/ui/form';
import { joinPath, useCreateFile, useMoveFile, useZipFiles } from '@panel/resources/file';
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

/** The name of a new zip of files and folders. */
export function ZipFilesPanel({ id, folder, items, onClose }: Props & { items: readonly FileItem[] }) {
  const { mutateAsync: zip } = useZipFiles(id, onClose);
  const [first] = items;
  const form = useForm({
    schema: NameForm,
    values: { name: items.length === 1 && first ? `${first.name}.zip` : 'files.zip' },
    onSubmit: ({ name }) =>
      zip({ paths: items.map((item) => joinPath(folder, item.name)), to: joinPath(folder, name) }),
  });
  return (
    <FormPanel form={form} title={t('Create a zip')} submitLabel={t('Create')} onClose={onClose}>
      <FormField
        form={form}
        name="name"
        label={t('Name')}
        help={t('At most 2 GB and 20,000 files. Links are left out.')}
        required
        autoComplete="off"
        autoFocusInDialog
      />
    </FormPanel>
  );
}
