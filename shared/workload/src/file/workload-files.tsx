import { useQuery } from '@tanstack/react-query';
import { t, usePanelState, type FileHit } from '@panel/core';
import { Banner, Button, Inline, Stack } from '@panel/ui';
import { fileListQuery, parentOfPath } from '@panel/resources/file';
import { cannotChangeWorkload } from '@panel/resources/workload';
import { ToolData } from '../parts/tool-data.tsx';
import type { OnWorkload } from '../parts/on-workload.ts';
import { FILE_PANELS } from './file.actions.ts';
import { FileEditor } from './file-editor.tsx';
import { FileSearchForm, FileSearchResults } from './file-search.tsx';
import { FolderList } from './folder-list.tsx';
import { FolderNav } from './folder-nav.tsx';
import { FolderTrail } from './folder-trail.tsx';
import { UploadArea } from './upload-area.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useOpenFolder } from './use-open-folder.ts';
import './workload-files.css';

/** The files of a site or an application. */
export function WorkloadFiles({ workload, frame }: OnWorkload) {
  const { id } = workload;
  const reason = cannotChangeWorkload(workload);
  const place = useOpenFolder();
  const { folder, file, line, words, want, listing, go, look } = place;
  const { open } = usePanelState(FILE_PANELS);
  const clipboard = useClipboard(id);
  const isList = file === null && words === '';
  const result = useQuery({ ...fileListQuery(id, folder, listing), enabled: reason === undefined && isList });
  const openHit = ({ path, kind, line: at }: FileHit) =>
    kind === 'folder'
      ? go({ folder: path })
      : go({ folder: parentOfPath(path), file: path, ...(at !== null && { line: at }) });
  return frame({
    title: t('Files'),
    actions: isList && reason === undefined && (
      <Inline gap={2}>
        {clipboard.taken !== null && (
          <Button icon="copy" call="file.copy" loading={clipboard.isPending} onClick={() => clipboard.paste(folder)}>
            {t('Paste')}
          </Button>
        )}
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
        {clipboard.error && (
          <Banner kind="danger" live>
            {clipboard.error.message}
          </Banner>
        )}
        <FolderTrail folder={folder} onOpen={(next) => go({ folder: next })} />
        {file !== null ? (
          <FileEditor key={file} id={id} path={file} line={line} reason={reason} onClose={() => go({ folder })} />
        ) : (
          <>
            <FileSearchForm
              key={words}
              words={words}
              want={want}
              onSearch={(search, next) => look({ search, want: next === 'content' ? next : null })}
            />
            {/* What is being uploaded goes on while somebody searches. */}
            <UploadArea id={id} folder={folder}>
              {words !== '' ? (
                <FileSearchResults
                  {...{ id, folder, words, want, reason }}
                  onOpen={openHit}
                  onClose={() => go({ folder })}
                />
              ) : (
                <div className="file-manager">
                  <div className="file-manager-tree">
                    {reason === undefined && (
                      <FolderNav {...{ id, folder }} onOpen={(next) => go({ folder: next })} onMove={clipboard.move} />
                    )}
                  </div>
                  <ToolData result={result} reason={reason} what={t('the files')}>
                    {(list, { loading }) => (
                      <FolderList key={folder} {...{ workload, list, loading, place, clipboard }} />
                    )}
                  </ToolData>
                </div>
              )}
            </UploadArea>
          </>
        )}
      </Stack>
    ),
  });
}
