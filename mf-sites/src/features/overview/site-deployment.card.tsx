import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Banner, Button, Card, Link, RelativeTime, Skeleton } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { githubDeploymentQuery, useDeployLatest } from '@panel/resources/github';
import { cannotChange } from '@panel/resources/site';

type Props = { siteId: string; site: Pick<Site, 'status' | 'task_id'> };

/** The repository and branch of a site, the published commit, and the way to the next one. */
export function SiteDeploymentCard({ siteId, site }: Props) {
  const { data, error } = useQuery(githubDeploymentQuery(siteId));
  const deploy = useDeployLatest(siteId);
  return (
    <Card
      title={t('Deployment')}
      actions={
        <Button
          icon="refresh"
          onClick={() => deploy.mutate()}
          loading={deploy.isPending}
          disabledReason={cannotChange(site)}
        >
          {t('Deploy latest')}
        </Button>
      }
    >
      {error && (
        <Banner kind="danger">{t('We couldn’t read the deployment. {message}', { message: error.message })}</Banner>
      )}
      {!data && !error && <Skeleton kind="text" rows={3} />}
      {data && (
        <DataList
          columns={2}
          items={[
            {
              key: 'repository',
              label: t('Repository'),
              value: (
                <Link href={data.url} newTab>
                  {data.repository}
                </Link>
              ),
            },
            { key: 'branch', label: t('Branch'), value: data.branch },
            { key: 'commit', label: t('Published commit'), value: data.commit?.slice(0, 7) ?? '–' },
            {
              key: 'deployed',
              label: t('Deployed'),
              value: data.deployed_at ? <RelativeTime at={data.deployed_at} /> : '–',
            },
            data.folder !== null &&
              data.folder !== '' && { key: 'folder', label: t('Published folder'), value: data.folder },
          ]}
        />
      )}
    </Card>
  );
}
