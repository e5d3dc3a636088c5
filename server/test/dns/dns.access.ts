import { anonymous, at, every, row, signedIn, type Outcome, type Row } from '../contract/access-outcomes.ts';

const missing = { neighbour: 'NOT_FOUND', foreignCustomer: 'NOT_FOUND', foreignAdmin: 'NOT_FOUND' };
const ofOwner: Outcome = { ...signedIn, ...missing };
/** The version is not the newest. */
const conflict: Outcome = { ...every('CONFLICT'), ...missing, anonymous };

/** The calls about domains. The resolver of these tests does not answer. */
export const rows: Readonly<Record<string, Row>> = {
  'dns.nameservers': at(signedIn, '/dns/nameservers'),
  'dns.digResult': at({ ...every('NOT_AVAILABLE'), anonymous }, '/dns/dig_result/example.com'),
  'dns.propagation': at(signedIn, '/dns/propagation/example.com'),
  'dns.watchPropagation': row(ofOwner, ({ domain }) => ({ path: `/dns/propagation/${domain}/watch` })),
  'dns.mailCheck': row(ofOwner, ({ domain }) => ({ path: `/dns/mail_check/${domain}` })),
  'dns.list': at(signedIn, '/dns/zones'),
  'dns.byFqdn': row(ofOwner, ({ domain }) => ({ path: `/dns/get/${domain}` })),
  'dns.versions': row(ofOwner, ({ domain }) => ({ path: `/dns/versions/${domain}` })),
  'dns.zoneFile': row(ofOwner, ({ domain }) => ({ path: `/dns/zone-file/${domain}` })),
  'dns.update': row(conflict, ({ domain }) => ({ path: `/dns/update/${domain}`, body: { serial: 1, records: [] } })),
  'dns.deleteRrset': row(conflict, ({ domain }) => ({
    path: `/dns/rrset/${domain}`,
    body: { deleted_records: [{ type: 'A', name: '@', ttl: 300, value: '192.0.2.1' }], dnsSettings: { serial: 1 } },
  })),
  'dns.readZoneFile': row({ ...every('VALIDATION'), anonymous }, ({ domain }) => ({
    path: `/dns/zone-file/${domain}`,
    body: {},
  })),
};
