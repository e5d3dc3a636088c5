import { WorkloadFiles } from '@panel/workload/file';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp();

/** /manage-app/files: the files of the live release of an application. */
export const Component = onApp(WorkloadFiles);
