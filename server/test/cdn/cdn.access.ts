import { CDN_DEFAULTS } from '@panel/contract';
import { ofOwner, row, type Row } from '../contract/access-outcomes.ts';

/** The calls of the CDN. */
export const rows: Readonly<Record<string, Row>> = {
  'cdn.get': row(ofOwner, ({ siteId }) => ({ path: `/cdn/get/${siteId}` })),
  'cdn.update': row(ofOwner, ({ siteId }) => ({
    path: `/cdn/update/${siteId}`,
    body: { cache_settings: CDN_DEFAULTS },
  })),
  'cdn.purge': row(ofOwner, ({ fqdn }) => ({ path: '/cdn/purge', body: { purge_settings: { fqdn, urls: ['/*'] } } })),
  'cdn.metrics': row(ofOwner, ({ siteId }) => ({ path: `/cdn/getmetrics/${siteId}/month/traffic` })),
  'cdn.metricsByRegion': row(ofOwner, ({ siteId }) => ({ path: `/cdn/getmetricsbyregion/${siteId}/month/throughput` })),
  'cdn.usage': row(ofOwner, ({ siteId }) => ({ path: `/cdn/usage/${siteId}?action=cdnUsage` })),
  'cdn.pageViews': row(ofOwner, ({ siteId }) => ({ path: `/cdn/page/views/${siteId}?action=pageView` })),
};
