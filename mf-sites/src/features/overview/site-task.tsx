import { t } from '@panel/core';
import type { SiteOverview } from '@panel/core';
import { Banner, ButtonLink, TaskProgress } from '@panel/ui';
import { backupPath } from '@panel/resources/backup';
import { deletePath } from '@panel/resources/site';
import { useTaskProgress } from '@panel/resources/task';

/** The site's running task, or its failure and what to do about it. */
export function SiteTask({ overview }: { overview: SiteOverview }) {
  const { site, failed_task } = overview;
  const progress = useTaskProgress(site.task_id);
  if (progress) return <TaskProgress {...progress} />;
  if (site.status !== 'failed' && site.status !== 'moving') return null;
  // Only a site that was ready before has a backup.
  const wasReady = site.status === 'failed' && overview.backupSettings.last_backup_date !== null;
  const action = wasReady ? (
    <ButtonLink icon="refresh" to={backupPath(site.site_id ?? '')}>
      {t('Restore a backup')}
    </ButtonLink>
  ) : (
    <ButtonLink icon="trash" to={deletePath(site.site_id ?? '')}>
      {site.isStage ? t('Delete Staging') : t('Delete Site')}
    </ButtonLink>
  );
  if (failed_task) return <TaskProgress task={failed_task} failedAction={action} />;
  return (
    <Banner kind="danger" title={t('This site failed')} action={action}>
      {wasReady
        ? t(
            'The last change failed, and the site did not get its previous content back. Restore a backup, or contact support.',
          )
        : t('The checks below say what is missing. Delete the site and create it again; its name becomes available.')}
    </Banner>
  );
}
