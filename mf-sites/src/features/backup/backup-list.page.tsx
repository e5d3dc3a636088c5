import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { readListState, useListState, usePanelState, type Backup, type Site, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, EmptyState, NoMatch, TaskProgress } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  BACKUP_LIST,
  backupListQuery,
  backupSettingsQuery,
  cannotBackUp,
  cannotHaveBackups,
  useCreateBackup,
  useProveBackup,
} from '@panel/resources/backup';
import { siteOverviewQuery } from '@panel/resources/site';
import { useTaskProgress } from '@panel/resources/task';
import { useStoredDraft } from '../create/draft-store.ts';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { BACKUP_PANELS, backupActions } from './backup.actions.ts';
import { backupColumns } from './backup.columns.tsx';
import { BackupPanels } from './backup-panels.tsx';
import { BackupScheduleCard } from './backup-schedule.card.tsx';

export const prefetch = prefetchOf((id, search) => [
  siteOverviewQuery(id),
  backupListQuery(id, readListState(search, BACKUP_LIST)),
  backupSettingsQuery(id),
]);

/** /manage-site/backup/{id}. Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(BackupPage);

function BackupPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  const reason = cannotHaveBackups(site);
  if (reason)
    return (
      <SitePage site={site} title={t('Backup')}>
        <EmptyState icon="shield" title={t('No backups for this site')} text={reason} />
      </SitePage>
    );
  return <Backups siteId={id} site={site} />;
}

function BackUpNow({ site }: { site: Site }) {
  const create = useCreateBackup(site);
  return (
    <Button
      kind="primary"
      icon="shield"
      loading={create.isPending}
      disabledReason={cannotBackUp(site)}
      onClick={() => create.mutate()}
    >
      {t('Back up now')}
    </Button>
  );
}

/** The site's running task. One that failed stays until the next one, or until the page is left. */
function BackupTask({ site }: { site: Site }) {
  const [taskId, setTaskId] = useState(site.task_id);
  // The site may have forgotten its task before the end of the task was read.
  if (site.task_id !== null && site.task_id !== taskId) setTaskId(site.task_id);
  const progress = useTaskProgress(taskId);
  if (!progress || progress.task.status === 'succeeded' || progress.task.status === 'cancelled') return null;
  return <TaskProgress {...progress} />;
}

type Props = { siteId: string; site: Site };

function Backups({ siteId, site }: Props) {
  const { state, change, isFiltered } = useListState(BACKUP_LIST);
  const { data: list, isFetching } = useSuspenseQuery(backupListQuery(siteId, state));
  const { panel, of, open, close } = usePanelState(BACKUP_PANELS);
  const { mutate: prove } = useProveBackup();
  const { startFromBackup } = useStoredDraft();
  const navigate = useNavigate();
  const create = (backup: Backup) => {
    startFromBackup(backup);
    void navigate('/create-site-with-wordpress');
  };
  const isEmpty = list.totalCount === 0 && !isFiltered;
  return (
    <SitePage site={site} title={t('Backup')} actions={!isEmpty && <BackUpNow site={site} />}>
      <BackupTask site={site} />
      <BackupScheduleCard siteId={siteId} site={site} />
      <ResourceTable
        caption={t('Backups of this site')}
        columns={backupColumns}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(backup) => backupActions(backup, site, open, { prove, create })}
        search={{ label: t('Search backups'), value: state.keyword, onChange: (keyword) => change({ keyword }) }}
        isFiltered={isFiltered}
        empty={
          <EmptyState
            icon="shield"
            preview
            title={t('No backups yet')}
            text={t(
              'A backup holds all files and the database of this site. Make one now, or schedule daily or weekly backups.',
            )}
            action={<BackUpNow site={site} />}
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
      />
      <BackupPanels panel={panel} site={site} backup={list.pageElements.find(({ id }) => id === of)} onClose={close} />
    </SitePage>
  );
}
