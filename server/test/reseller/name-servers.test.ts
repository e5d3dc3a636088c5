// The operator gives a partner a domain of name servers: what its DNS lacks, who can have it, and what a change leaves as it was.
import type { NameserverCheck, Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pairFor } from '../../src/modules/domain/claim-pair.repo.ts';
import { until, type Client, type PartnerRow, type TestServer } from '../../src/testing/index.ts';
import { ask } from '../dns/dns-support.ts';
import { startInWorld, type World } from '../domain/domain-support.ts';

const world: World = new Map();
let server: TestServer;
let stop: () => Promise<void>;
let own: PartnerRow;
let staff: Client;

before(async () => {
  ({ server, stop } = await startInWorld(world, {
    env: { NAMESERVER_ADDRESSES: '192.0.2.53,2001:db8::53', DNS_PORT: '0' },
  }));
  own = await server.scenario.partner();
  staff = await server.as(own, await server.scenario.superadmin());
});
after(() => stop());

const save = (id: string, domain: string | null, more: Record<string, unknown> = {}) =>
  staff.put(`/platform/partners/${id}`, { nameserver_domain: domain, ...more });
async function check(domain: string): Promise<NameserverCheck> {
  const answer = await staff.get<NameserverCheck>(`/platform/partners/${own.id}/name-servers?domain=${domain}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const statesOf = ({ names }: NameserverCheck) => [...new Set(names.map(({ state }) => state))];
const a = (value: string) => ({ type: 'A' as const, name: '*', ttl: 300, value });
const aaaa = (value: string) => ({ type: 'AAAA' as const, name: '*', ttl: 300, value });

test('the check says what resolvers see of the names: nothing, other addresses, some of ours, all of ours', async () => {
  assert.deepEqual(statesOf(await check('dns.unknown.test')), ['unknown']);
  world.set('dns.elm.test', { nameservers: ['ns1.elsewhere.test'] });
  const empty = await check('dns.elm.test');
  assert.deepEqual(
    empty.names.map(({ host }) => host),
    ['ns-a-00', 'ns-b-00', 'ns-a-99', 'ns-b-99'].map((label) => `${label}.dns.elm.test`),
  );
  assert.deepEqual([statesOf(empty), empty.delegated], [['missing'], ['ns1.elsewhere.test']]);
  assert.deepEqual(empty.expected, ['192.0.2.53', '2001:db8::53']);
  world.set('dns.elm.test', { records: [a('192.0.2.1')] });
  assert.deepEqual(statesOf(await check('dns.elm.test')), ['other']);
  world.set('dns.elm.test', { records: [a('192.0.2.53')] });
  assert.deepEqual(statesOf(await check('dns.elm.test')), ['other'], 'one of the two addresses is missing');
  world.set('dns.elm.test', { records: [a('192.0.2.53'), aaaa('2001:db8:0:0::53')] });
  assert.deepEqual(statesOf(await check('dns.elm.test')), ['ready']);
});

test('a domain that others or the partner itself use is refused at its field', async () => {
  const other = await server.scenario.partner({ nameserverDomain: 'dns.oak.test' });
  const mine = await server.scenario.partner();
  const refused = async (domain: string) => (await save(mine.id, domain)).body['fields'] as Record<string, string>;
  for (const domain of ['dns.oak.test', 'a.dns.oak.test', 'oak.test', other.sitesDomain, other.domain, mine.domain])
    assert.ok((await refused(domain))['nameserver_domain'], domain);
  assert.match((await refused(`dns.${mine.sitesDomain}`))['nameserver_domain'] ?? '', /panel or sites use/);
  assert.match((await refused('no domain'))['nameserver_domain'] ?? '', /not valid/);
  assert.equal((await save(mine.id, '')).status, 200, 'nothing turns it off');
});

test('claims get names below the domain; after a change earlier names are answered, and nobody else can have them', async () => {
  const partner = await server.scenario.partner();
  const claim = { domain: 'shop.test', partnerId: partner.id, owner: partner.id };
  const pair = () => pairFor(server.db, server.app.secrets, claim);
  const addressOf = async (name: string) => (await ask(server.dnsPort ?? 0, name)).answers;
  assert.equal(await pair(), null);
  assert.equal((await save(partner.id, 'dns.first.test', { expected: { nameserver_domain: null } })).status, 200);
  const first = (await pair()) ?? [];
  assert.ok(first.every((host) => host.endsWith('.dns.first.test')));
  const stale = await save(partner.id, 'dns.second.test', { expected: { nameserver_domain: null } });
  assert.equal(stale.status, 409, stale.text);
  assert.equal((await save(partner.id, 'dns.second.test')).status, 200);
  assert.ok((await pair())?.every((host) => host.endsWith('.dns.second.test')));
  for (const host of [first[0] ?? '', 'ns-a-00.dns.second.test'])
    await until(`${host} to be answered`, async () => (await addressOf(host)).includes(`${host} A 192.0.2.53`));
  const taken = await save(own.id, 'dns.first.test');
  assert.ok((taken.body['fields'] as Record<string, string>)['nameserver_domain']);
  const back = await save(partner.id, 'dns.first.test');
  assert.equal((back.body['data'] as Reseller).nameserver_domain, 'dns.first.test');
  assert.deepEqual(await pair(), first);
});
