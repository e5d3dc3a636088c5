import { siteDomainQuery } from '@panel/resources/domain';
import { WorkloadDomainFinish } from '@panel/workload/domain';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp((id) => [siteDomainQuery(id)]);

/** /manage-app/upgrade/finish: what is left to do for the domain that was added. */
export const Component = onApp(WorkloadDomainFinish);
