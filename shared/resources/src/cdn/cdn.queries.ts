import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type CdnMetricType, type CdnPeriod } from '@panel/core';
import { cdnMetricsRead, cdnRegionsRead, cdnSettingsRead } from './cdn.reads.ts';

export const cdnSettingsQuery = (id: string) => queryOf(cdnSettingsRead(id));

/** The former period stays on the page until the next one is there. */
export const cdnMetricsQuery = (id: string, period?: CdnPeriod, type?: CdnMetricType) =>
  queryOf(cdnMetricsRead(id, period, type), { placeholderData: keepPreviousData });

export const cdnRegionsQuery = (id: string, period?: CdnPeriod) =>
  queryOf(cdnRegionsRead(id, period), { placeholderData: keepPreviousData });
