import { useQuery } from '@tanstack/react-query';
import { t, usePanelState, type FileItem } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Banner, EmptyState, Inline, Button, Stack, Text } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { fileListQuery, joinPath, shownName } from '@panel/resources/file';
import { cannotChangeWorkload } from '@panel/resources/workload';
import { ToolData } from '../parts/tool-data.tsx';
import { byKind, type OnWorkload } from '../parts/on-workload.ts';
import { FILE_PANELS, fileActions } from './file.actions.ts';
import { fileColumns } from './file.columns.tsx';
import { FileEditor } from './file-editor.tsx';
import { FilePanels } from './file-panels.tsx';
import { FolderTrail } from './folder-trail.tsx';
import { UploadArea } from './upload-area.tsx';

const PAGE = 100;

/** The folder and the file that are open, in the address. */
function useOpenFolder() {
  const [search, setSearch] = useSearchParams();
  const [folder, file] = [search.get('folder') ?? '', search.get('file')];
  const go = (next: { folder: string; file?: string; page?: number }) =>
    setSearch(
      {
        ...(next.folder !== '' && { folder: next.folder }),
        ...(next.file !== undefined && { file: next.file }),
        ...(next.page && { page: String(next.page) }),
      },
      { preventScrollReset: true },
    );
  return { folder, file, pageIndex: Math.max(0, Math.trunc(Number(search.get('page'))) || 0), go };
}

/** The files of a site or an application. */
export function WorkloadFiles({ workload, frame }: OnWorkload) {
  const reason = cannotChangeWorkload(workload);
  const { folder, file, pageIndex, go } = useOpenFolder();
  const { panel, of, open, close } = usePanelState(FILE_PANELS);
  const shown = { ...fileListQuery(workload.id, folder, pageIndex), enabled: reason === undefined && file === null };
  const result = useQuery(shown);
  const openItem = ({ name, kind, exact }: FileItem) => {
    if (!exact) return;
    if (kind === 'folder') go({ folder: joinPath(folder, name) });
    if (kind === 'file') go({ folder, file: joinPath(folder, name) });
  };
  return frame({
    title: t('Files'),
    actions: file === null && reason === undefined && (
      <Inline gap={2}>
        <Button icon="plus" call="file.create" onClick={() => open('new-file')}>
          {t('New file')}
        </Button>
        <Button icon="plus" call="file.create" onClick={() => open('new-folder')}>
          {t('New folder')}
        </Button>
      </Inline>
    ),
    children: (
      <Stack gap={4}>
        {workload.kind === 'app' && (
          <Banner kind="info" title={t('The next deployment replaces these files')}>
            {t('You see the files of the live release. Change the code of the application to keep a change.')}
          </Banner>
        )}
        <FolderTrail folder={folder} onOpen={(next) => go({ folder: next })} />
        {file !== null ? (
          <FileEditor key={file} id={workload.id} path={file} reason={reason} onClose={() => go({ folder })} />
        ) : (
          <ToolData result={result} reason={reason} what={t('the files')}>
            {({ entries, total, complete }, { loading }) => (
              <UploadArea id={workload.id} folder={folder}>
                <ResourceTable
                  caption={folder ? t('Files in {folder}', { folder: shownName(folder) }) : t('Files')}
                  columns={fileColumns(openItem)}
                  query={{ rows: entries, total, pageIndex, pageSize: PAGE }}
                  onChange={({ pageIndex: page }) => go({ folder, ...(page !== undefined && { page }) })}
                  loading={loading}
                  rowKey={({ name, exact }) => `${exact} ${name}`}
                  rowLabel={({ name }) => shownName(name)}
                  rowActions={(item) => fileActions(item, { id: workload.id, folder, openItem, open })}
                  empty={
                    <EmptyState
                      icon="server"
                      title={t('This folder is empty')}
                      text={t('Drop files here, or create a file.')}
                    />
                  }
                />
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
                  id={workload.id}
                  folder={folder}
                  item={entries.find(({ name, exact }) => exact && name === of)}
                  onClose={close}
                />
              </UploadArea>
            )}
          </ToolData>
        )}
      </Stack>
    ),
  });
}
