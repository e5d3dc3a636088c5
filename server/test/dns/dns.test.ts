import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  ZONE_FILE_MAX_BYTES,
  type DnsDomain,
  type DnsRecord,
  type DnsVersion,
  type DnsZone,
  type Page,
} from '@panel/contract';
import { removeZonesOf, servedZone } from '../../src/modules/dns/dns.repo.ts';
import { addMissingZone } from '../../src/modules/dns/dns.service.ts';
import { checkWatchedDomains } from '../../src/modules/dns/watched-domains.ts';
import { setDomainType } from '../../src/modules/domain/domain.repo.ts';
import { deleteSite } from '../../src/modules/dns/delete-site.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { domainOwner, type Domain } from './dns-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer({ env: { SITE_ADDRESSES: '192.0.2.10' } })));
after(() => server.stop());

const a = (name: string, value: string): DnsRecord => ({ type: 'A', name, ttl: 3600, value });
const uploadOf = (content: string): FormData => {
  const form = new FormData();
  form.set('file', new File([content], 'zone.txt'));
  return form;
};
const versionsOf = async ({ client, domain }: Domain) =>
  (await client.get<DnsVersion[]>(`/dns/versions/${domain}`)).body;

test('a site with its own domain has a zone that leads to the sites', async () => {
  const own = await domainOwner(server);
  const { domain, zone, siteId, partner } = own;
  assert.deepEqual(zone.records, [a('@', '192.0.2.10'), { type: 'CNAME', name: 'www', ttl: 3600, value: domain }]);
  assert.deepEqual([zone.site_id, zone.is_served, zone.nameservers], [siteId, true, partner.nameservers]);
  assert.deepEqual((await own.client.get('/dns/nameservers')).body, partner.nameservers);
  const list = (await own.client.get<Page<DnsDomain>>('/dns/zones')).body;
  assert.deepEqual(
    list.pageElements.map(({ fqdn, record_count }) => [fqdn, record_count]),
    [[domain, 2]],
  );
});

test('a site below the partner’s domain has no zone', async () => {
  const own = await domainOwner(server);
  const { fqdn } = await server.scenario.site(own.partner, own.customer, { name: 'below' });
  assert.equal((await own.client.get(`/dns/get/${fqdn}`)).status, 404);
});

test('a staging site has no zone, and neither has a site that has lost its domain or is gone', async () => {
  const own = await domainOwner(server);
  const zones = async () =>
    (await own.client.get<Page<DnsDomain>>('/dns/zones')).body.pageElements.map(({ fqdn }) => fqdn);
  const fqdn = `staging.${own.domain}`;
  const domainType = 'custom_domain' as const;
  await server.scenario.site(own.partner, own.customer, { name: 'copy', fqdn, domainType, isStage: true });
  await checkWatchedDomains(server.app);
  assert.deepEqual(await zones(), [own.domain]);
  assert.equal((await own.client.get(`/dns/get/${fqdn}`)).status, 404);

  await server.db.transaction(async (tx) => {
    await setDomainType(tx, own.siteId, 'sub_domain');
    await removeZonesOf(tx, 'site', own.siteId);
  });
  await addMissingZone(server.app, own.siteId);
  assert.deepEqual(await zones(), []);

  const gone = await domainOwner(server);
  await deleteSite(server.db, gone.siteId);
  await addMissingZone(server.app, gone.siteId);
  assert.equal(await servedZone(server.db, gone.domain), undefined);
});

test('a version is saved on top of the newest one; on top of an earlier one is a conflict', async () => {
  const own = await domainOwner(server);
  const earlier = own.zone.serial;
  const saved = await own.save([a('www', '192.0.2.1')]);
  assert.ok(saved.serial > earlier);
  const late = await own.client.post(`/dns/update/${own.domain}`, { serial: earlier, records: [] });
  assert.deepEqual([late.status, late.body['code']], [409, 'CONFLICT']);
  const now = (await own.client.get<DnsZone>(`/dns/get/${own.domain}`)).body;
  assert.deepEqual(now.records, [a('www', '192.0.2.1')]);
});

test('of two saves at the same time one is a conflict', async () => {
  const own = await domainOwner(server);
  const answers = await Promise.all(
    ['192.0.2.1', '192.0.2.2'].map((value) =>
      own.client.post(`/dns/update/${own.domain}`, { serial: own.zone.serial, records: [a('www', value)] }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

test('records that conflict with each other are refused with their place, and nothing is saved', async () => {
  const own = await domainOwner(server);
  const records = [a('www', '192.0.2.1'), { type: 'CNAME', name: 'www', ttl: 3600, value: 'other.example' }];
  const refused = await own.client.post(`/dns/update/${own.domain}`, { serial: own.zone.serial, records });
  assert.deepEqual([refused.status, refused.body['code']], [422, 'VALIDATION']);
  assert.deepEqual(refused.body['fields'], {
    'records.1.value': 'A CNAME record must be the only record of its name.',
  });
  assert.equal((await own.client.get<DnsZone>(`/dns/get/${own.domain}`)).body.serial, own.zone.serial);
});

test('versions keep what was saved and by whom; the oldest are forgotten', async () => {
  const own = await domainOwner(server);
  await own.save([a('www', '192.0.2.1')]);
  const [newest, first] = await versionsOf(own);
  assert.deepEqual(newest?.records, [a('www', '192.0.2.1')]);
  assert.deepEqual([newest?.saved_by, first?.saved_by], [own.customer.email, null]);
  assert.deepEqual(first?.records, own.zone.records);
  for (let i = 0; i < 52; i += 1) await own.save([a('www', `192.0.2.${i + 2}`)]);
  const kept = await versionsOf(own);
  assert.deepEqual([kept.length, kept[0]?.records], [50, [a('www', '192.0.2.53')]]);
});

test('records are deleted by themselves', async () => {
  const own = await domainOwner(server);
  const zone = await own.save([a('a', '192.0.2.1'), a('b', '192.0.2.2')]);
  const answer = await own.client.delete(`/dns/rrset/${own.domain}`, {
    deleted_records: [a('a', '192.0.2.1')],
    dnsSettings: { serial: zone.serial },
  });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual((answer.body['data'] as DnsZone).records, [a('b', '192.0.2.2')]);
});

test('a zone file is read for a preview, and exported', async () => {
  const own = await domainOwner(server);
  const read = await own.client.form(
    `/dns/zone-file/${own.domain}`,
    uploadOf('$TTL 1h\n@ NS ns.old.example.\nwww A 192.0.2.1\n'),
  );
  assert.equal(read.status, 200, read.text);
  assert.deepEqual(read.body['records'], [a('www', '192.0.2.1')]);
  assert.equal((read.body['ignored'] as unknown[]).length, 1);
  assert.equal((await own.client.get<DnsZone>(`/dns/get/${own.domain}`)).body.serial, own.zone.serial);
  const wrong = await own.client.form(
    `/dns/zone-file/${own.domain}`,
    uploadOf('www A 192.0.2.1\n$INCLUDE /etc/passwd\n'),
  );
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Line 2: \$INCLUDE is not supported/);
  const { text } = (await own.client.get<{ text: string }>(`/dns/zone-file/${own.domain}`)).body;
  assert.match(text, new RegExp(`^\\$ORIGIN ${own.domain}\\.\n@\t3600\tIN\tSOA\t`));
  assert.match(text, /\nwww\t3600\tIN\tCNAME\t/);
});

test('a zone file of 10 MB is refused', async () => {
  const own = await domainOwner(server);
  const large = await own.client.form(
    `/dns/zone-file/${own.domain}`,
    uploadOf('; \n'.repeat((10 * ZONE_FILE_MAX_BYTES) / 3)),
  );
  assert.deepEqual([large.status, large.body['code']], [413, 'TOO_LARGE']);
});

test('the zone of another customer or partner does not exist', async () => {
  const own = await domainOwner(server);
  const stranger = await domainOwner(server);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  for (const client of [stranger.client, neighbour]) {
    assert.equal((await client.get(`/dns/get/${own.domain}`)).status, 404);
    const changed = await client.post(`/dns/update/${own.domain}`, { serial: own.zone.serial, records: [] });
    assert.equal(changed.status, 404);
    assert.equal((await client.form(`/dns/zone-file/${own.domain}`, uploadOf('www A 192.0.2.1'))).status, 404);
  }
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.equal((await admin.get(`/dns/get/${own.domain}`)).status, 200);
});

test('with the DNS section off its calls are refused', async () => {
  const partner = await server.scenario.partner({ attributes: { SECTION_DNS: 'false' } });
  const client = await server.as(partner, await server.scenario.customer(partner));
  assert.deepEqual((await client.get<{ code: string }>('/dns/zones')).body.code, 'SECTION_OFF');
});
