import { queryOf, type CdnMetricType, type CdnPeriod } from '@panel/core';
import { cdnMetricsRead, cdnRegionsRead, cdnSettingsRead } from './cdn.reads.ts';

export const cdnSettingsQuery = (id: string) => queryOf(cdnSettingsRead(id));

export const cdnMetricsQuery = (id: string, period?: CdnPeriod, type?: CdnMetricType) =>
  queryOf(cdnMetricsRead(id, period, type));

export const cdnRegionsQuery = (id: string, period?: CdnPeriod) => queryOf(cdnRegionsRead(id, period));
