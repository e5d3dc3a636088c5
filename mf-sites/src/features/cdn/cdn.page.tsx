import { queryClient, type PageContext } from '@panel/core';
import { Navigate, useParams } from '@panel/core/router';
import { Page, Stack } from '@panel/ui';
import { cdnMetricsQuery, cdnRegionsQuery, cdnSettingsQuery } from '@panel/resources/cdn';
import { siteOverviewQuery } from '@panel/resources/site';
import { trailOf, useManagedSite } from '../site/managed-site.ts';
import { CdnPurgeCard } from './cdn-purge.card.tsx';
import { CdnSettingsForm } from './cdn-settings.form.tsx';
import { CdnTraffic } from './cdn-traffic.tsx';

export function prefetch({ params: { id } }: PageContext) {
  if (!id) return undefined;
  return Promise.all([
    queryClient.prefetchQuery(siteOverviewQuery(id)),
    queryClient.prefetchQuery(cdnSettingsQuery(id)),
    queryClient.prefetchQuery(cdnMetricsQuery(id)),
    queryClient.prefetchQuery(cdnRegionsQuery(id)),
  ]);
}

/** /manage-site/cdn: traffic, purge and settings. Without a site, show the list. */
export function Component() {
  const { id } = useParams();
  return id ? <CdnPage id={id} /> : <Navigate to="/sites" replace />;
}

function CdnPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  return (
    <Page title="CDN" subtitle={site.fqdn} breadcrumb={trailOf(id, site, 'CDN')}>
      <Stack gap={4}>
        <CdnTraffic siteId={id} />
        <CdnPurgeCard site={site} />
        <CdnSettingsForm siteId={id} />
      </Stack>
    </Page>
  );
}
