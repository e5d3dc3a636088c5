import { sslQuery } from '@panel/resources/ssl';
import { WorkloadSsl } from '@panel/workload/ssl';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp((id) => [sslQuery(id)]);

/** /manage-app/ssl: the certificate of an application. */
export const Component = onApp(WorkloadSsl);
