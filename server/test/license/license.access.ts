import { at, customers, ofOwner, row, signedIn, staff, type Row } from '../contract/access-outcomes.ts';

/** The calls of licences. */
export const rows: Readonly<Record<string, Row>> = {
  'license.list': at(signedIn, '/license'),
  'license.available': at(customers, '/stripe/licenses/available', { status: 'active', project_type: 'site' }),
  'license.developer': at(customers, '/stripe/licenses/developer', { project_type: 'site' }),
  'license.checkWordPress': row(ofOwner, ({ ownerEmail }) => ({
    path: `/partner/license/checkwordpress?email=${ownerEmail}`,
  })),
  'license.renewal': row(ofOwner, ({ licenseKey }) => ({
    path: `/license/${licenseKey}/auto/renewal`,
    body: { autoRenewal: false },
  })),
  'license.deactivate': row(ofOwner, ({ licenseId }) => ({ path: `/license/${licenseId}/deactivate`, body: {} })),
  'license.assign': row(ofOwner, ({ licenseId, siteId }) => ({
    path: '/site/license/stripe',
    body: { licenseId, siteId },
  })),
  'license.partnerList': at(staff, '/partner/license'),
  'license.distribute': row({ ...staff, foreignAdmin: 'VALIDATION' }, ({ ownerEmail }) => ({
    path: '/partner/license/distribute',
    body: { email: ownerEmail, product_identifier: 'site_basic', months: 1 },
  })),
};
