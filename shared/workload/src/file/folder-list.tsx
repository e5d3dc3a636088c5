import { useState } from 'react';
import { t, usePanelState, type FileItem, type FileList } from '@panel/core';
import { EmptyState, Stack, Switch, Text } from '@panel/ui';
import { ResourceTable, type TableChange } from '@panel/ui/data';
import { joinPath, parentOfPath, shownName } from '@panel/resources/file';
import { byKind, type OnWorkload } from '../parts/on-workload.ts';
import { takeDragged } from './dragged-files.ts';
import { bulkFileActions, FILE_PANELS, fileActions, type FilePanel } from './file.actions.ts';
import { fileColumns } from './file.columns.tsx';
import { FilePanels } from './file-panels.tsx';
import { keyOfFile, useFileKeys } from './use-file-keys.ts';
import type { useClipboard } from './use-clipboard.ts';
import type { useOpenFolder } from './use-open-folder.ts';

const PAGE = 100;

type Props = Pick<OnWorkload, 'workload'> & {
  list: FileList;
  loading: boolean;
  place: ReturnType<typeof useOpenFolder>;
  clipboard: ReturnType<typeof useClipboard>;
};

/** The entries of the open folder, with what the mouse and the keyboard do with them. */
export function FolderList({ workload, list, loading, place, clipboard }: Props) {
  const { id } = workload;
  const { folder, listing, go, look } = place;
  const { entries, total, complete } = list;
  const { panel, of, open, close } = usePanelState(FILE_PANELS);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = entries.filter((item) => chosen.has(keyOfFile(item)));
  const openItem = ({ name, kind, exact }: FileItem) => {
    if (!exact) return;
    if (kind === 'folder') go({ folder: joinPath(folder, name) });
    if (kind === 'file') go({ folder, file: joinPath(folder, name) });
  };
  const pathsOf = (items: readonly FileItem[]) => items.map(({ name }) => joinPath(folder, name));
  const take = (items: readonly FileItem[], kind: 'copy' | 'cut') => clipboard.take(pathsOf(items), kind);
  const given = { id, folder, openItem, take, open: (next: FilePanel, name?: string) => open(next, name ?? null) };
  const onKeyDown = useFileKeys({
    ...{ rows: entries, chosen, onChoose: setChosen },
    onRename: ({ name }) => open('rename', name),
    onDelete: (items) => {
      setChosen(new Set(items.map(keyOfFile)));
      open('delete');
    },
    onTake: take,
    onPaste: () => clipboard.paste(folder),
    onUp: () => folder !== '' && go({ folder: parentOfPath(folder) }),
  });
  const drag = (item: FileItem, data: DataTransfer) =>
    takeDragged(data, pathsOf(chosen.has(keyOfFile(item)) ? selected.filter(({ exact }) => exact) : [item]));
  const change = ({ pageIndex, orderBy, sortOrder }: TableChange) => {
    if (orderBy !== undefined) look({ order: orderBy, desc: sortOrder === 'desc' ? 'yes' : null });
    else if (pageIndex !== undefined) go({ folder, page: pageIndex });
  };
  const named = entries.filter(({ name, exact }) => exact && name === of);
  return (
    <Stack gap={3}>
      <div onKeyDown={onKeyDown} role="group" aria-label={t('Entries')} aria-describedby="file-keys">
        <ResourceTable
          caption={folder ? t('Files in {folder}', { folder: shownName(folder) }) : t('Files')}
          columns={fileColumns(openItem, drag)}
          query={{ rows: entries, total, pageSize: PAGE, ...listing }}
          onChange={change}
          loading={loading}
          rowKey={keyOfFile}
          rowLabel={({ name }) => shownName(name)}
          rowActions={(item) => fileActions(item, given)}
          bulkActions={(items) => bulkFileActions(items, given)}
          selection={{ chosen, onChoose: setChosen }}
          empty={
            <EmptyState
              icon="server"
              title={t('This folder is empty')}
              text={t('Drop files here, or create a file.')}
            />
          }
        />
      </div>
      <Switch
        label={t('Show hidden files')}
        checked={listing.hidden === 'true'}
        onChange={(on) => look({ hidden: on ? null : 'no' })}
      />
      <p id="file-keys" className="p-text p-size-s p-text-muted">
        {t(
          'Keys: arrows move, Shift+arrows select, Enter opens, F2 renames, Delete deletes, Backspace goes up, Ctrl+A, C, X and V work as usual.',
        )}
      </p>
      {!complete && (
        <Text as="p" size="s" tone="muted">
          {byKind(
            workload,
            t('This folder has more entries than can be shown. Use SFTP to see all of them.'),
            t('This folder has more entries than can be shown.'),
          )}
        </Text>
      )}
      <FilePanels
        panel={panel}
        id={id}
        folder={folder}
        items={of === null ? selected.filter(({ exact }) => exact) : named}
        onDone={() => setChosen(new Set())}
        onClose={close}
      />
    </Stack>
  );
}
