import { t, type FileItem } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { joinPath, shownName, useDeleteFile } from '@panel/resources/file';

type Props = { id: string; folder: string; item: FileItem; onClose: () => void };

export function FileDeleteDialog({ id, folder, item, onClose }: Props) {
  const remove = useDeleteFile(id, onClose);
  const name = shownName(item.name);
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name })}
      confirmLabel={t('Delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(joinPath(folder, item.name))}
      onClose={onClose}
    >
      {item.kind === 'folder'
        ? t('The folder and everything in it are deleted. This can’t be undone without a backup.')
        : t('This can’t be undone without a backup.')}
    </ConfirmDialog>
  );
}
