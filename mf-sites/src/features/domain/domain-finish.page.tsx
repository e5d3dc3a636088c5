import { siteDomainQuery } from '@panel/resources/domain';
import { siteOverviewQuery } from '@panel/resources/site';
import { WorkloadDomainFinish } from '@panel/workload/domain';
import { onSite, prefetchOf, siteComponent } from '../site/site-component.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), siteDomainQuery(id)]);

/** /manage-site/upgrade/finish/{id}: what is left to do (spec §4, "Final step"). */
export const Component = siteComponent(onSite(WorkloadDomainFinish));
