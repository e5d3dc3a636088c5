import { ofOwner, row, type Outcome, type Row } from '../contract/access-outcomes.ts';

/** The panel of this test serves no HTTPS; another test covers one that does. */
const off: Outcome = { ...ofOwner, owner: 'SSL_OFF', admin: 'SSL_OFF', superadmin: 'SSL_OFF' };
const PEM = {
  certificate: '-----BEGIN CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----',
};

/** The calls of certificates. */
export const rows: Readonly<Record<string, Row>> = {
  'ssl.get': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/ssl` })),
  'ssl.request': row(off, ({ siteId }) => ({ path: `/site/${siteId}/ssl` })),
  'ssl.update': row(off, ({ siteId }) => ({
    path: `/site/${siteId}/ssl`,
    body: { force_https: true, hsts: false },
  })),
  'ssl.upload': row(off, ({ siteId }) => ({ path: `/site/${siteId}/ssl/certificate`, body: PEM })),
  'ssl.removeUpload': row(ofOwner, ({ siteId }) => ({ path: `/site/${siteId}/ssl/certificate` })),
  'ssl.check': row(off, ({ siteId }) => ({ path: `/site/${siteId}/ssl/check` })),
};
