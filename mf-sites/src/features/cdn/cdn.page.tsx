import { cdnMetricsQuery, cdnRegionsQuery, cdnSettingsQuery } from '@panel/resources/cdn';
import { siteOverviewQuery } from '@panel/resources/site';
import { WorkloadCdn } from '@panel/workload/cdn';
import { onSite, prefetchOf, siteComponent } from '../site/site-component.tsx';

export const prefetch = prefetchOf((id) => [
  siteOverviewQuery(id),
  cdnSettingsQuery(id),
  cdnMetricsQuery(id),
  cdnRegionsQuery(id),
]);

/** /manage-site/cdn: traffic, purge and settings. Without a site, show the list. */
export const Component = siteComponent(onSite(WorkloadCdn));
