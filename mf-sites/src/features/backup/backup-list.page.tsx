import { readListState, type Site, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { EmptyState } from '@panel/ui';
import { BACKUP_LIST, backupListQuery, backupSettingsQuery, cannotHaveBackups } from '@panel/resources/backup';
import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { WorkloadBackups } from '@panel/workload/backup';
import { useStoredDraft } from '../create/draft-store.ts';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';

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
  return <Backups site={site} />;
}

function Backups({ site }: { site: Site }) {
  const { startFromBackup } = useStoredDraft();
  const navigate = useNavigate();
  return (
    <WorkloadBackups
      workload={siteAsWorkload(site)}
      frame={(page) => <SitePage site={site} {...page} />}
      files={({ id }) => void navigate(`/manage-site/backup-files/${site.site_id}?backup=${id}`)}
      create={(backup) => {
        startFromBackup(backup);
        void navigate('/create-site-with-wordpress');
      }}
    />
  );
}
