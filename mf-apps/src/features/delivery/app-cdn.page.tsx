import { cdnMetricsQuery, cdnRegionsQuery, cdnSettingsQuery } from '@panel/resources/cdn';
import { WorkloadCdn } from '@panel/workload/cdn';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp((id) => [cdnSettingsQuery(id), cdnMetricsQuery(id), cdnRegionsQuery(id)]);

/** /manage-app/cdn: traffic, purge and cache settings. */
export const Component = onApp(WorkloadCdn);
