import { anonymous, every, ofOwner, row, type Outcome, type Row } from '../contract/access-outcomes.ts';

/** The site has no licence. */
const noLicense: Outcome = {
  ...ofOwner,
  ...{ owner: 'DOMAIN_LICENSE', admin: 'DOMAIN_LICENSE', superadmin: 'DOMAIN_LICENSE' },
};
/** The site has no domain; another test covers those that have one. */
const none: Outcome = { ...every('NOT_FOUND'), anonymous };

/** The calls of domains of sites. */
export const rows: Readonly<Record<string, Row>> = {
  'domain.update': row(noLicense, ({ fqdn }) => ({
    path: `/site/fqdn/${fqdn}`,
    body: { fqdn: 'shop.example', domain_type: 'custom_domain' },
  })),
  'domain.bySite': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/domain` })),
  'domain.evidence': row(none, ({ siteId }) => ({ path: `/site/${siteId}/domain/evidence` })),
  'domain.check': row(none, ({ siteId }) => ({ path: `/site/${siteId}/domain/check` })),
  'domain.connect': row(none, ({ siteId }) => ({ path: `/site/${siteId}/domain/connect` })),
  'domain.remove': row(none, ({ siteId }) => ({ path: `/site/${siteId}/domain` })),
};
