import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useListState, usePanelState, type Backup, t } from '@panel/core';
import { Button, EmptyState, NoMatch, TaskProgress } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { BACKUP_LIST, backupListQuery, cannotBackUp, useCreateBackup, useProveBackup } from '@panel/resources/backup';
import { useTaskEnd, useTaskProgress } from '@panel/resources/task';
import type { Workload } from '@panel/resources/workload';
import { byKind, type OnWorkload } from '../parts/on-workload.ts';
import { BACKUP_PANELS, backupActions } from './backup.actions.ts';
import { backupColumns } from './backup.columns.tsx';
import { BackupPanels } from './backup-panels.tsx';
import { BackupScheduleCard } from './backup-schedule.card.tsx';

function BackUpNow({ workload }: { workload: Workload }) {
  const create = useCreateBackup(workload);
  return (
    <Button
      kind="primary"
      icon="shield"
      loading={create.isPending}
      disabledReason={cannotBackUp(workload)}
      onClick={() => create.mutate()}
    >
      {t('Back up now')}
    </Button>
  );
}

/**
 * The running task. One that failed stays until the next one, or until the page is left. `started`: the one that was
 * started here last, which may end before the site is read with it.
 */
function BackupTask({ workload, started }: { workload: Workload; started: string | null }) {
  const [seen, setSeen] = useState({ started, taskId: workload.task_id });
  const { taskId } = seen;
  if (started !== seen.started) setSeen({ started, taskId: started });
  // The site may have forgotten its task before the end of the task was read.
  else if (workload.task_id !== null && workload.task_id !== taskId) setSeen({ started, taskId: workload.task_id });
  const progress = useTaskProgress(taskId);
  if (!progress || progress.task.status === 'succeeded' || progress.task.status === 'cancelled') return null;
  return <TaskProgress {...progress} />;
}

type Props = OnWorkload & {
  /** Creates a site from a backup, where that is possible. */
  create?: (backup: Backup) => void;
  /** Opens the files of a backup, where they can be restored one by one. */
  files?: (backup: Backup) => void;
};

/** The backups of a site or an application. */
export function WorkloadBackups({ workload, frame, create, files }: Props) {
  const { state, change, isFiltered } = useListState(BACKUP_LIST);
  const { data: list, isFetching } = useSuspenseQuery(backupListQuery(workload.id, state));
  const { panel, of, open, close } = usePanelState(BACKUP_PANELS);
  const { mutate: prove, data: proving } = useProveBackup();
  const started = proving?.task_id ?? null;
  // It may end before the site was read with it: then nothing else reloads the list.
  useTaskEnd(started);
  const isEmpty = list.totalCount === 0 && !isFiltered;
  return frame({
    title: t('Backup'),
    actions: !isEmpty && <BackUpNow workload={workload} />,
    children: (
      <>
        <BackupTask workload={workload} started={started} />
        <BackupScheduleCard workload={workload} />
        <ResourceTable
          caption={byKind(workload, t('Backups of this site'), t('Backups of this application'))}
          columns={backupColumns(workload)}
          query={{ ...state, rows: list.pageElements, total: list.totalCount }}
          onChange={change}
          loading={isFetching}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          rowActions={(backup) => backupActions(backup, workload, open, { prove, create, files })}
          search={{ label: t('Search backups'), value: state.keyword, onChange: (keyword) => change({ keyword }) }}
          isFiltered={isFiltered}
          empty={
            <EmptyState
              icon="shield"
              preview
              title={t('No backups yet')}
              text={byKind(
                workload,
                t(
                  'A backup holds all files and the database of this site. Make one now, or schedule daily or weekly backups.',
                ),
                t(
                  'A backup holds the live release, the build settings, the environment variables and the database of this application. Make one now, or schedule daily or weekly backups.',
                ),
              )}
              action={<BackUpNow workload={workload} />}
            />
          }
          noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
        />
        <BackupPanels
          panel={panel}
          workload={workload}
          backup={list.pageElements.find(({ id }) => id === of)}
          onClose={close}
        />
      </>
    ),
  });
}
