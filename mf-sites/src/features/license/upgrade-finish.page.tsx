import { queryClient, type PageContext, t } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Card, formatBytes, formatDate, Page, Stack, TaskProgress } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { limitRows } from '@panel/resources/plan';
import { overviewPath, siteOverviewQuery } from '@panel/resources/site';
import { useSiteOverview } from '../site/managed-site.ts';
import { useToolTask } from '@panel/workload/parts';

export function prefetch({ search }: PageContext) {
  const id = search.get('site');
  return id && queryClient.prefetchQuery(siteOverviewQuery(id));
}

/** /sites/finish?selectedSite={license}&site={id}: what the site has now, read from the server. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('site');
  return id ? <Finish id={id} license={search.get('selectedSite') ?? ''} /> : <Navigate to="/sites" replace />;
}

function Finish({ id, license: name }: { id: string; license: string }) {
  const { site, license, limits } = useSiteOverview(id);
  const { progress } = useToolTask(site);
  const upgraded = license !== null && license.is_valid && license.product_name === name;
  return (
    <Page
      title={upgraded ? t('Your site is upgraded') : t('Site upgrade')}
      breadcrumb={[
        { title: t('Dashboard'), to: '/dashboard' },
        { title: t('My Sites'), to: '/sites' },
        { title: t('Upgrade') },
      ]}
    >
      <Stack gap={4}>
        {!upgraded && (
          <Banner kind="warning" title={t('This license is not in use')}>
            {t('{fqdn} does not have it. Choose a license for the site again.', { fqdn: site.fqdn })}
          </Banner>
        )}
        {progress && <TaskProgress {...progress} />}
        <Card
          title={site.fqdn}
          footer={
            <>
              <ButtonLink to="/sites">{t('My Sites')}</ButtonLink>
              <ButtonLink kind="primary" to={overviewPath(id)}>
                {t('Manage site')}
              </ButtonLink>
            </>
          }
        >
          <DataList
            items={[
              { key: 'plan', label: t('Plan'), value: site.plan_type },
              license && { key: 'license', label: t('License'), value: license.product_name },
              license && {
                key: 'end',
                label: license.is_valid ? t('Expires at') : t('Expired at'),
                value: formatDate(license.to_date * 1000, { withTime: false }),
              },
              ...limitRows(limits, formatBytes),
            ]}
          />
        </Card>
      </Stack>
    </Page>
  );
}
