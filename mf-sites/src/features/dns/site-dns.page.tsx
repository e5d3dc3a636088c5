import { queryClient } from '@panel/core';
import { dnsZoneQuery } from '@panel/resources/dns';
import { WorkloadDns } from '@panel/workload/dns';
import { onSite, siteComponent } from '../site/site-component.tsx';
import { prefetchDomain } from './prefetch-domain.ts';

export const prefetch = prefetchDomain((fqdn) => queryClient.prefetchQuery(dnsZoneQuery(fqdn)));

/** /manage-site/dns/{id}. Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(onSite(WorkloadDns));
