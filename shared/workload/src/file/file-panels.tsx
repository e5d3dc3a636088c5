import type { FileItem } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import type { FilePanel } from './file.actions.ts';

const NewFile = lazyPanel(async () => (await import('./file-name.panel.tsx')).NewFilePanel);
const Rename = lazyPanel(async () => (await import('./file-name.panel.tsx')).RenameFilePanel);
const Zip = lazyPanel(async () => (await import('./file-name.panel.tsx')).ZipFilesPanel);
const Unzip = lazyPanel(async () => (await import('./file-unzip.dialog.tsx')).FileUnzipDialog);
const Mode = lazyPanel(async () => (await import('./file-mode.panel.tsx')).FileModePanel);
const Delete = lazyPanel(async () => (await import('./file-delete.dialog.tsx')).FileDeleteDialog);

type Props = {
  panel: FilePanel | null;
  id: string;
  folder: string;
  /** What it is about: the entry in the address, or those that are selected. */
  items: readonly FileItem[];
  onDone: () => void;
  onClose: () => void;
};

/** The panel in the address. */
export function FilePanels({ panel, items, onDone, ...given }: Props) {
  const [item] = items;
  if (panel === 'new-file') return <NewFile {...given} kind="file" />;
  if (panel === 'new-folder') return <NewFile {...given} kind="folder" />;
  if (!item) return null;
  if (panel === 'rename') return <Rename {...given} item={item} />;
  if (panel === 'zip') return <Zip {...given} items={items} />;
  if (panel === 'unzip') return <Unzip {...given} item={item} />;
  if (panel === 'mode') return <Mode {...given} item={item} />;
  if (panel === 'delete') return <Delete {...given} items={items} onDone={onDone} />;
  return null;
}
