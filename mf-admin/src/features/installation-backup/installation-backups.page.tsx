import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import {
  installationBackupsQuery,
  storedInstallationBackupsQuery,
  useMakeInstallationBackup,
  whyNotNow,
} from '@panel/resources/installation-backup';
import { Button, Card, ErrorState, Page, Skeleton, Stack, toast } from '@panel/ui';
import { BackupState } from './backup-state.tsx';

import { StoredList } from './stored-list.tsx';

export const prefetch = () => queryClient.prefetchQuery(installationBackupsQuery);

/** The list of the storage, which may take its time: the page is there without it. */
function Stored() {
  const { data, error, refetch } = useQuery(storedInstallationBackupsQuery());
  return (
    <Card title={t('Backups at the storage')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
      {!data && !error && <Skeleton kind="text" rows={3} />}
      {data && <StoredList stored={data} onRetry={() => void refetch()} />}
    </Card>
  );
}

/** /admin/installation-backups: whether the whole installation is backed up, and what there is. For the platform's operator. */
export function Component() {
  const overview = useSuspenseQuery(installationBackupsQuery).data;
  const make = useMakeInstallationBackup((message) => toast.success({ message }));
  return (
    <Page
      title={t('Installation backups')}
      subtitle={t('Backups of everything: accounts, keys, sites, applications and the panel itself.')}
      actions={
        overview.makes === 'nowhere' ? undefined : (
          <Button
            kind="primary"
            loading={make.isPending}
            disabledReason={whyNotNow(overview)}
            call="installationBackup.make"
            onClick={() => make.mutate()}
          >
            {t('Back up now')}
          </Button>
        )
      }
    >
      <Stack gap={5}>
        <BackupState overview={overview} />
        {overview.makes === 'here' && <Stored />}
      </Stack>
    </Page>
  );
}
