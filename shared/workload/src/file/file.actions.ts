import { t, type FileItem } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import { fileDownloadUrl, joinPath } from '@panel/resources/file';

export const FILE_PANELS = ['new-file', 'new-folder', 'rename', 'mode', 'delete'] as const;
export type FilePanel = (typeof FILE_PANELS)[number];

type Given = {
  id: string;
  folder: string;
  openItem: (item: FileItem) => void;
  open: (panel: FilePanel, of: string) => void;
};

/** Starts a download; the answer names the file. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** The menu of one entry. */
export function fileActions(item: FileItem, { id, folder, openItem, open }: Given): MenuItem[] {
  const { name, kind, exact } = item;
  const unnamed = exact ? undefined : t('Its name is not valid text. Rename it over SFTP.');
  const special = kind === 'link' || kind === 'other' ? t('Links and special files are not opened.') : unnamed;
  return [
    { key: 'open', label: t('Open'), icon: 'edit', onSelect: () => openItem(item), disabledReason: special },
    ...(kind === 'folder'
      ? []
      : [
          {
            key: 'download',
            label: t('Download'),
            icon: 'download',
            onSelect: () => download(fileDownloadUrl(id, joinPath(folder, name))),
            disabledReason: special,
          } as const,
        ]),
    {
      key: 'rename',
      label: t('Rename'),
      icon: 'edit',
      call: 'file.move',
      onSelect: () => open('rename', name),
      disabledReason: unnamed,
    },
    {
      key: 'mode',
      label: t('Permissions'),
      icon: 'lock',
      call: 'file.mode',
      onSelect: () => open('mode', name),
      disabledReason: special,
    },
    {
      ...{ call: 'file.remove', key: 'delete', label: t('Delete'), icon: 'trash', danger: true, separated: true },
      onSelect: () => open('delete', name),
      disabledReason: unnamed,
    },
  ];
}
