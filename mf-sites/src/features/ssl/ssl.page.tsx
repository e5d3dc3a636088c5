import { siteOverviewQuery } from '@panel/resources/site';
import { sslQuery } from '@panel/resources/ssl';
import { WorkloadSsl } from '@panel/workload/ssl';
import { onSite, prefetchOf, siteComponent } from '../site/site-component.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), sslQuery(id)]);

/** /manage-site/ssl: the certificate of a site. Without a site, show the list. */
export const Component = siteComponent(onSite(WorkloadSsl));
