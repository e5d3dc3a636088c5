import { Stack } from '@panel/ui';
import { cdnMetricsQuery, cdnRegionsQuery, cdnSettingsQuery } from '@panel/resources/cdn';
import { siteOverviewQuery } from '@panel/resources/site';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { CdnPurgeCard } from './cdn-purge.card.tsx';
import { CdnSettingsForm } from './cdn-settings.form.tsx';
import { CdnTraffic } from './cdn-traffic.tsx';

export const prefetch = prefetchOf((id) => [
  siteOverviewQuery(id),
  cdnSettingsQuery(id),
  cdnMetricsQuery(id),
  cdnRegionsQuery(id),
]);

/** /manage-site/cdn: traffic, purge and settings. Without a site, show the list. */
export const Component = siteComponent(CdnPage);

function CdnPage({ id }: { id: string }) {
  const site = useManagedSite(id);
  return (
    <SitePage site={site} title="CDN">
      <Stack gap={4}>
        <CdnTraffic siteId={id} />
        <CdnPurgeCard site={site} />
        <CdnSettingsForm siteId={id} />
      </Stack>
    </SitePage>
  );
}
