import { read, type Read } from '@panel/contract/reads';

type MetricsInput = Read<'cdn.metrics'>['input'];
type RegionsInput = Read<'cdn.metricsByRegion'>['input'];

/** What the cache keeps of a site. */
export const cdnSettingsRead = (id: string) => read('cdn.get', { id });

/** Traffic of a site over a period; the first view is the traffic of a month (data calls §9). */
export const cdnMetricsRead = (
  id: string,
  period: MetricsInput['period'] = 'month',
  type: MetricsInput['type'] = 'traffic',
) => read('cdn.metrics', { id, period, type });

export const cdnRegionsRead = (
  id: string,
  period: RegionsInput['period'] = 'month',
  type: RegionsInput['type'] = 'throughput',
) => read('cdn.metricsByRegion', { id, period, type });
