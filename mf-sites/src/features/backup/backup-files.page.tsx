import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type BackupFile, type Site } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Button, ButtonLink, Bytes, EmptyState, NoMatch, RelativeTime, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { backupFilesQuery, backupQuery, cannotRestoreFiles } from '@panel/resources/backup';
import { nameOfPath, shownName } from '@panel/resources/file';
import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { FolderTrail } from '@panel/workload/file';
import { ToolData } from '@panel/workload/parts';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { RestoreFilesDialog } from './restore-files.dialog.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id)]);

/** /manage-site/backup-files/{id}?backup={backup}: single files of a backup. */
export const Component = siteComponent(BackupFilesPage);

/** The backup, the folder and the search, in the address. */
function useOpenFolder() {
  const [search, setSearch] = useSearchParams();
  const backup = search.get('backup') ?? '';
  const go = (next: { folder?: string; find?: string; page?: number | undefined }) =>
    setSearch(
      {
        backup,
        ...(next.folder && { folder: next.folder }),
        ...(next.find && { q: next.find }),
        ...(next.page && { page: String(next.page) }),
      },
      { preventScrollReset: true, replace: next.find !== undefined },
    );
  return {
    ...{ backup, folder: search.get('folder') ?? '', find: search.get('q') ?? '', go },
    pageIndex: Math.max(0, Math.trunc(Number(search.get('page'))) || 0),
  };
}

const columns = (find: string, open: (folder: string) => void): readonly Column<BackupFile>[] => [
  {
    key: 'path',
    title: t('Name'),
    render: ({ path, kind }) =>
      kind === 'folder' ? (
        <Button kind="text" size="s" iconEnd="chevron-right" onClick={() => open(path)}>
          <bdi className="p-break">{shownName(nameOfPath(path))}</bdi>
        </Button>
      ) : (
        <bdi className="p-break">{shownName(find === '' ? nameOfPath(path) : path)}</bdi>
      ),
  },
  {
    key: 'kind',
    title: t('Kind'),
    width: '120px',
    hideBelow: 'md',
    render: ({ kind }) => (kind === 'folder' ? t('Folder') : t('File')),
  },
  { key: 'size', title: t('Size'), align: 'end', width: '120px', render: ({ size }) => <Bytes value={size} /> },
  {
    key: 'modified_at',
    title: t('Changed'),
    width: '160px',
    hideBelow: 'md',
    render: ({ modified_at: at }) => (at === null ? '-' : <RelativeTime at={at} />),
  },
];

function BackupFilesPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const { backup } = useOpenFolder();
  const result = useQuery({ ...backupQuery(backup), enabled: backup !== '' });
  const title = t('Restore files');
  if (backup === '' || (result.data && result.data.site_id !== id))
    return (
      <SitePage site={site} title={title}>
        <EmptyState
          icon="shield"
          title={t('No backup chosen')}
          text={t('Choose a backup of this site first.')}
          action={<ButtonLink to={`/manage-site/backup/${id}`}>{t('Backups')}</ButtonLink>}
        />
      </SitePage>
    );
  return (
    <SitePage site={site} title={title}>
      <ToolData result={result} reason={undefined} what={t('the backup')}>
        {({ name }) => <Files site={site} id={id} name={name} />}
      </ToolData>
    </SitePage>
  );
}

function Files({ site, id, name }: { site: Site; id: string; name: string }) {
  const { backup, folder, find, pageIndex, go } = useOpenFolder();
  const [asked, setAsked] = useState<readonly BackupFile[]>([]);
  const result = useQuery({
    ...backupFilesQuery(backup, { folder, find, pageIndex }),
    placeholderData: keepPreviousData,
  });
  const reason = cannotRestoreFiles(siteAsWorkload(site));
  return (
    <Stack gap={4}>
      <Text as="p" tone="muted">
        {t('From “{name}”. Everything that you do not choose stays as it is.', { name })}
      </Text>
      <FolderTrail folder={folder} onOpen={(next) => go({ folder: next })} />
      <ToolData result={result} reason={undefined} what={t('the files of the backup')}>
        {({ entries, total, complete, pageSize }, { loading }) => (
          <>
            <ResourceTable
              caption={folder ? t('Files in {folder}', { folder: shownName(folder) }) : t('Files')}
              columns={columns(find, (next) => go({ folder: next }))}
              query={{ rows: entries, total, pageIndex, pageSize }}
              onChange={({ pageIndex: page }) => go({ folder, find, page })}
              loading={loading}
              rowKey={({ path }) => path}
              rowLabel={({ path }) => shownName(find === '' ? nameOfPath(path) : path)}
              rowActions={(file) => [
                {
                  key: 'restore',
                  label: t('Restore'),
                  icon: 'refresh',
                  onSelect: () => setAsked([file]),
                  disabledReason: reason,
                },
              ]}
              bulkActions={(rows) => [
                {
                  key: 'restore',
                  label: t('Restore'),
                  icon: 'refresh',
                  call: 'backup.restoreFiles',
                  onSelect: () => setAsked(rows),
                  disabledReason: reason ?? null,
                },
              ]}
              search={{ label: t('Search the files'), value: find, onChange: (text) => go({ folder, find: text }) }}
              isFiltered={find !== ''}
              empty={
                <EmptyState icon="server" title={t('This folder is empty')} text={t('The backup has no files here.')} />
              }
              noMatch={<NoMatch onClear={() => go({ folder, find: '' })} />}
            />
            {!complete && (
              <Text as="p" size="s" tone="muted">
                {t('The backup has more files than can be shown. Open a folder, or search.')}
              </Text>
            )}
          </>
        )}
      </ToolData>
      {asked.length > 0 && <RestoreFilesDialog {...{ id, backup, name }} files={asked} onClose={() => setAsked([])} />}
    </Stack>
  );
}
