import {
  anonymous,
  at,
  every,
  NO_ID,
  row,
  signedIn,
  ofOwner,
  type Outcome,
  type Row,
} from '../contract/access-outcomes.ts';

/** What others have is passed over, so nothing is left to change. */
const passedOver: Outcome = {
  ...signedIn,
  neighbour: 'VALIDATION',
  foreignCustomer: 'VALIDATION',
  foreignAdmin: 'VALIDATION',
};

export const rows: Readonly<Record<string, Row>> = {
  'bulk.sites': row(passedOver, ({ siteId }) => ({
    path: '/site/bulk',
    body: { action: 'tag', tag: 'a', ids: [siteId] },
  })),
  'bulk.apps': row(passedOver, ({ appId }) => ({
    path: '/nucal/bulk',
    body: { action: 'tag', tag: 'a', ids: [appId] },
  })),
  'bulk.siteLicenses': row(passedOver, ({ siteId }) => ({
    path: '/site/license/bulk',
    body: { product_identifier: 'site_pro', ids: [siteId] },
  })),
  'bulk.appLicenses': row(passedOver, ({ appId }) => ({
    path: '/stripe/licenses/bulk/app',
    body: { product_identifier: 'app_starter', ids: [appId] },
  })),
  'bulk.byId': at({ ...every('NOT_FOUND'), anonymous }, `/bulk/${NO_ID}`),
  'tag.list': at(signedIn, '/workload/tags?subject=site'),
  'tag.save': row(ofOwner, ({ siteId }) => ({ path: `/workload/${siteId}/tags`, body: { tags: ['a'] } })),
};
