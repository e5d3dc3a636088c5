import { said, withMessage } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { showMetrics, showRegions, usageOf } from './cdn-metrics.service.ts';
import { purgeCache, saveCdnSettings, showCdnSettings } from './cdn.service.ts';

const { cdn } = calls;

export const cdnRoutes = {
  get: cdn.get.handler(({ context, input }) => showCdnSettings(context, input.id)),
  update: cdn.update.handler(async ({ context, input }) => {
    await saveCdnSettings(context, input.siteId, input.cache_settings, input.expected);
    return { status: true, ...withMessage(said('Schedule Cache saved!')) };
  }),
  purge: cdn.purge.handler(async ({ context, input: { purge_settings } }) => {
    await purgeCache(context, purge_settings.fqdn, purge_settings.urls);
    return { status: true };
  }),
  updateApp: cdn.updateApp.handler(async ({ context, input }) => {
    await saveCdnSettings(context, input.siteId, input.cache_settings, input.expected);
    return { status: true, ...withMessage(said('Schedule Cache saved!')) };
  }),
  purgeApp: cdn.purgeApp.handler(async ({ context, input: { siteId, purge_settings } }) => {
    await purgeCache(context, purge_settings.fqdn, purge_settings.urls, siteId);
    return { status: true };
  }),
  metrics: cdn.metrics.handler(({ context, input }) => showMetrics(context, input)),
  metricsByRegion: cdn.metricsByRegion.handler(({ context, input }) => showRegions(context, input)),
  usage: cdn.usage.handler(async ({ context, input }) => ({
    status: true,
    data: await usageOf(context, input.id, 'bytes'),
  })),
  pageViews: cdn.pageViews.handler(async ({ context, input }) => ({
    status: true,
    data: await usageOf(context, input.id, 'pageViews'),
  })),
};
