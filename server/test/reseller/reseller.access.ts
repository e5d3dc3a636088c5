import { randomBytes } from 'node:crypto';
import { anonymous, at, every, NO_ID, row, type Outcome, type Row } from '../contract/access-outcomes.ts';

/** Operators of the whole installation; each cell is on the host of a partner of its own. */
const operators: Outcome = { ...every('FORBIDDEN'), anonymous, superadmin: 'ok' };
const ofNone: Outcome = { ...operators, superadmin: 'NOT_FOUND' };
const isOwn: Outcome = { ...operators, superadmin: 'PARTNER_OWN' };

/** The calls about the partners of the installation. */
export const rows: Readonly<Record<string, Row>> = {
  'reseller.list': at(operators, '/platform/partners'),
  'reseller.byId': row(operators, ({ here }) => ({ path: `/platform/partners/${here.id}` })),
  'reseller.create': row(operators, () => {
    const name = `n${randomBytes(5).toString('hex')}`;
    return {
      path: '/platform/partners',
      body: {
        name,
        host: `${name}.localhost`,
        sites_domain: `${name}-sites.localhost`,
        support_email: `help@${name}.example`,
        admin: { email: `admin@${name}.example` },
      },
    };
  }),
  'reseller.update': row(operators, ({ here }) => ({
    path: `/platform/partners/${here.id}`,
    body: { name: here.name },
  })),
  'reseller.checkNameservers': row(operators, ({ here }) => ({
    path: `/platform/partners/${here.id}/name-servers?domain=dns.agency.com`,
  })),
  'reseller.invite': at(ofNone, `/platform/partners/${NO_ID}/invitation`, {}),
  'reseller.requestCertificate': row({ ...operators, superadmin: 'NO_PANEL_CERTIFICATE' }, ({ here }) => ({
    path: `/platform/partners/${here.id}/certificate`,
    body: {},
  })),
  'reseller.suspend': row(isOwn, ({ here }) => ({ path: `/platform/partners/${here.id}/suspend`, body: {} })),
  'reseller.unsuspend': row(operators, ({ here }) => ({ path: `/platform/partners/${here.id}/unsuspend`, body: {} })),
  'reseller.remove': row(isOwn, ({ here }) => ({ path: `/platform/partners/${here.id}` })),
  'reseller.restore': row(operators, ({ here }) => ({ path: `/platform/partners/${here.id}/restore`, body: {} })),
};
