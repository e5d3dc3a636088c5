import type { FileItem } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import type { FilePanel } from './file.actions.ts';

const NewFile = lazyPanel(async () => (await import('./file-name.panel.tsx')).NewFilePanel);
const Rename = lazyPanel(async () => (await import('./file-name.panel.tsx')).RenameFilePanel);
const Mode = lazyPanel(async () => (await import('./file-mode.panel.tsx')).FileModePanel);
const Delete = lazyPanel(async () => (await import('./file-delete.dialog.tsx')).FileDeleteDialog);

type Props = { panel: FilePanel | null; id: string; folder: string; item: FileItem | undefined; onClose: () => void };

/** The panel in the address. */
export function FilePanels({ panel, item, ...given }: Props) {
  if (panel === 'new-file') return <NewFile {...given} kind="file" />;
  if (panel === 'new-folder') return <NewFile {...given} kind="folder" />;
  if (!item) return null;
  if (panel === 'rename') return <Rename {...given} item={item} />;
  if (panel === 'mode') return <Mode {...given} item={item} />;
  if (panel === 'delete') return <Delete {...given} item={item} />;
  return null;
}
