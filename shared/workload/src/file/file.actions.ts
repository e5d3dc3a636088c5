import { t, type FileItem } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import type { BulkAction } from '@panel/ui/data';
import { fileDownloadUrl, joinPath, zipDownloadUrl } from '@panel/resources/file';

export const FILE_PANELS = ['new-file', 'new-folder', 'rename', 'mode', 'zip', 'unzip', 'delete'] as const;
export type FilePanel = (typeof FILE_PANELS)[number];

type Given = {
  id: string;
  folder: string;
  openItem: (item: FileItem) => void;
  /** Without an entry: of those that are selected. */
  open: (panel: FilePanel, of?: string) => void;
  take: (items: readonly FileItem[], kind: 'copy' | 'cut') => void;
};

/** Starts a download; the answer names the file. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

const UNNAMED = () => t('Its name is not valid text. Rename it over SFTP.');
const isZip = ({ kind, name }: FileItem): boolean => kind === 'file' && name.toLowerCase().endsWith('.zip');

/** The menu of one entry. */
export function fileActions(item: FileItem, { id, folder, openItem, open, take }: Given): MenuItem[] {
  const { name, kind, exact } = item;
  const path = joinPath(folder, name);
  const unnamed = exact ? undefined : UNNAMED();
  const special = kind === 'link' || kind === 'other' ? t('Links and special files are not opened.') : unnamed;
  const panel = (key: FilePanel, label: string, rest: Partial<MenuItem>) =>
    ({ key, label, onSelect: () => open(key, name), ...rest }) as MenuItem;
  return [
    { key: 'open', label: t('Open'), icon: 'edit', onSelect: () => openItem(item), disabledReason: special },
    {
      ...({ key: 'download', icon: 'download' } as const),
      label: kind === 'folder' ? t('Download as zip') : t('Download'),
      onSelect: () => download(kind === 'folder' ? zipDownloadUrl(id, [path]) : fileDownloadUrl(id, path)),
      disabledReason: special,
    },
    panel('rename', t('Rename'), { icon: 'edit', call: 'file.move', disabledReason: unnamed }),
    {
      ...({ key: 'copy', icon: 'copy', call: 'file.copy' } as const),
      label: t('Copy'),
      onSelect: () => take([item], 'copy'),
      disabledReason: special,
    },
    {
      ...({ key: 'cut', icon: 'arrow-right', call: 'file.move' } as const),
      label: t('Cut'),
      onSelect: () => take([item], 'cut'),
      disabledReason: unnamed,
    },
    panel('zip', t('Create a zip'), { call: 'file.zip', disabledReason: special }),
    ...(isZip(item) ? [panel('unzip', t('Unpack'), { call: 'file.unzip', disabledReason: special })] : []),
    panel('mode', t('Permissions'), { icon: 'lock', call: 'file.mode', disabledReason: special }),
    panel('delete', t('Delete'), {
      ...{ icon: 'trash', call: 'file.remove', danger: true, separated: true, disabledReason: unnamed },
    }),
  ];
}

/** What can be done with several entries at once. */
export function bulkFileActions(items: readonly FileItem[], { id, folder, open, take }: Given): BulkAction[] {
  const unnamed = items.some(({ exact }) => !exact) ? UNNAMED() : null;
  const paths = items.map(({ name }) => joinPath(folder, name));
  return [
    {
      ...({ key: 'download', icon: 'download' } as const),
      label: t('Download as zip'),
      onSelect: () => download(zipDownloadUrl(id, paths)),
      disabledReason: unnamed,
    },
    {
      ...({ key: 'copy', icon: 'copy', call: 'file.copy' } as const),
      label: t('Copy'),
      onSelect: () => take(items, 'copy'),
      disabledReason: unnamed,
    },
    {
      ...({ key: 'cut', call: 'file.move' } as const),
      label: t('Cut'),
      onSelect: () => take(items, 'cut'),
      disabledReason: unnamed,
    },
    {
      ...({ key: 'zip', call: 'file.zip' } as const),
      label: t('Create a zip'),
      onSelect: () => open('zip'),
      disabledReason: unnamed,
    },
    {
      ...({ key: 'delete', icon: 'trash', danger: true, call: 'file.remove' } as const),
      label: t('Delete'),
      onSelect: () => open('delete'),
      disabledReason: unnamed,
    },
  ];
}
