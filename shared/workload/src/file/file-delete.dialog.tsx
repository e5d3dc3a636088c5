import { t, type FileItem } from '@panel/core';
import { ConfirmDialog, Stack, Text } from '@panel/ui';
import { joinPath, shownName, useDeleteFiles } from '@panel/resources/file';

type Props = { id: string; folder: string; items: readonly FileItem[]; onDone: () => void; onClose: () => void };

/** Names that are shown; the others are counted. */
const SHOWN = 10;

/** Asks before files and folders are deleted. */
export function FileDeleteDialog({ id, folder, items, onDone, onClose }: Props) {
  const remove = useDeleteFiles(id, () => {
    onDone();
    onClose();
  });
  const [first] = items;
  const name = shownName(first?.name ?? '');
  const hasFolder = items.some(({ kind }) => kind === 'folder');
  return (
    <ConfirmDialog
      title={
        items.length === 1
          ? t('Delete {name}?', { name })
          : t('Delete {count, plural, one {# entry} other {# entries}}?', { count: items.length })
      }
      confirmLabel={t('Delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(items.map((item) => joinPath(folder, item.name)))}
      onClose={onClose}
    >
      <Stack gap={2}>
        {items.length > 1 && (
          <ul>
            {items.slice(0, SHOWN).map((item) => (
              <li key={item.name} className="p-break">
                <bdi>{shownName(item.name)}</bdi>
              </li>
            ))}
          </ul>
        )}
        {items.length > SHOWN && (
          <Text as="p">{t('and {count, plural, one {# more} other {# more}}', { count: items.length - SHOWN })}</Text>
        )}
        <Text as="p">
          {hasFolder
            ? t('Folders are deleted with everything in them. This can’t be undone without a backup.')
            : t('This can’t be undone without a backup.')}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
