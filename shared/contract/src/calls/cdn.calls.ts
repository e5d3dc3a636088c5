import * as v from 'valibot';
import { call } from '../call.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import {
  CdnMetrics,
  CdnMetricType,
  CdnPeriod,
  CdnPurgeInput,
  CdnRegions,
  CdnRegionType,
  CdnSettings,
  CdnUpdateInput,
} from '../schemas/cdn.ts';
import { Id } from '../schemas/fields.ts';
import { Outcome } from '../schemas/user.ts';

const access = { audience: 'signed-in', section: WORKLOAD_SECTIONS, errors: ['NOT_FOUND'] } as const;
const inApps = { ...access, section: 'applications', scope: 'applications:write' } as const;
const ById = v.object({ id: Id });
/** A number in the field `data` (data calls §7). */
const Counted = v.object({ ...Outcome.entries, data: v.number() });

export const cdnCalls = {
  get: call({
    method: 'GET',
    path: '/cdn/get/{id}',
    summary: 'What the cache keeps of a site, and for how long',
    ...access,
  })
    .input(ById)
    .output(CdnSettings),
  update: call({
    method: 'PUT',
    path: '/cdn/update/{siteId}',
    summary: 'Change what the cache keeps of a site; what it has is dropped',
    ...access,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(CdnUpdateInput)
    .output(v.object({ ...Outcome.entries, message: v.string() })),
  purge: call({
    method: 'POST',
    path: '/cdn/purge',
    summary: 'Drop what the cache has of a site: everything, or single addresses',
    ...access,
  })
    .input(CdnPurgeInput)
    .output(Outcome),
  updateApp: call({
    method: 'PUT',
    path: '/cdn/app/{siteId}',
    summary: 'Change what the cache keeps of an application; what it has is dropped',
    ...inApps,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(CdnUpdateInput)
    .output(v.object({ ...Outcome.entries, message: v.string() })),
  purgeApp: call({
    method: 'POST',
    path: '/cdn/app/{siteId}/purge',
    summary: 'Drop what the cache has of an application: everything, or single addresses',
    ...inApps,
  })
    .input(v.object({ siteId: Id, ...CdnPurgeInput.entries }))
    .output(Outcome),
  metrics: call({
    method: 'GET',
    path: '/cdn/getmetrics/{id}/{period}/{type}',
    summary: 'Traffic of a site over a period, and its totals',
    ...access,
  })
    .input(v.object({ id: Id, period: CdnPeriod, type: CdnMetricType }))
    .output(CdnMetrics),
  metricsByRegion: call({
    method: 'GET',
    path: '/cdn/getmetricsbyregion/{id}/{period}/{type}',
    summary: 'Traffic of a site over a period by region',
    ...access,
  })
    .input(v.object({ id: Id, period: CdnPeriod, type: CdnRegionType }))
    .output(CdnRegions),
  usage: call({
    method: 'GET',
    path: '/cdn/usage/{id}',
    summary: 'Bytes that a site sent to visitors in the last 30 days',
    ...access,
  })
    .input(v.object({ id: Id, action: v.optional(v.literal('cdnUsage')) }))
    .output(Counted),
  pageViews: call({
    method: 'GET',
    path: '/cdn/page/views/{id}',
    summary: 'Page views of a site in the last 30 days',
    ...access,
  })
    .input(v.object({ id: Id, action: v.optional(v.literal('pageView')) }))
    .output(Counted),
};
