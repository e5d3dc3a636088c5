import { WorkloadDns } from '@panel/workload/dns';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp();

/** /manage-app/dns: the records of the domain of an application. */
export const Component = onApp(WorkloadDns);
