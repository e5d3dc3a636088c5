import type { DnsDomain, Notification, Page, Propagation } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDnsServer, type DnsServer } from '../../src/dns/dns-server.ts';
import { indexZone } from '../../src/dns/zone-index.ts';
import { createLog } from '../../src/process/log.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { checkWatchedDomains } from '../../src/modules/dns/watched-domains.ts';
import { tenant } from '../site/site-support.ts';
import { domainOwner } from './dns-support.ts';

/** Two resolvers that see the delegations of a test. */
const delegations: Map<string, string[]>[] = [new Map(), new Map()];
let resolvers: DnsServer[];
let server: TestServer;

const resolverOf = (seen: ReadonlyMap<string, string[]>): Promise<DnsServer> =>
  startDnsServer({
    ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('silent') },
    source: {
      async zoneOf(name) {
        const nameservers = seen.get(name);
        return nameservers ? indexZone({ fqdn: name, serial: 1, nameservers, records: [] }) : null;
      },
      addressesOf: async () => ({ addresses: [], ttl: 0 }),
    },
  });

before(async () => {
  resolvers = await Promise.all(delegations.map(resolverOf));
  const at = resolvers.map(({ port }) => `127.0.0.1:${port}`).join();
  server = await startTestServer({ env: { DNS_RESOLVERS: at } });
});
after(async () => {
  await server.stop();
  await Promise.all(resolvers.map((each) => each.close()));
});

test('the check asks every resolver, and holds when all see the partner’s name servers', async () => {
  const { client, partner } = await tenant(server);
  const [first, second] = delegations;
  const fqdn = 'moving.example';
  const check = async () => (await client.get<Propagation>(`/dns/propagation/${fqdn}`)).body;
  first?.set(fqdn, ['NS1.Old.example', 'ns2.old.example']);
  second?.set(fqdn, partner.nameservers);
  const moving = await check();
  assert.deepEqual(moving.expected, partner.nameservers);
  assert.deepEqual(
    moving.resolvers.map(({ nameservers, holds }) => [nameservers, holds]),
    [
      [['ns1.old.example', 'ns2.old.example'], false],
      [partner.nameservers, true],
    ],
  );
  assert.equal(moving.holds, false);
  first?.set(fqdn, [...partner.nameservers].reverse());
  assert.equal((await check()).holds, true);
});

test('a resolver that does not answer is named with the reason', async () => {
  const { client } = await tenant(server);
  const { resolvers: told, holds } = (await client.get<Propagation>('/dns/propagation/unknown.example')).body;
  assert.equal(holds, false);
  assert.deepEqual(
    told.map(({ error }) => error),
    ['The resolver refused the question.', 'The resolver refused the question.'],
  );
});

test('the last line of a lookup is one of the name servers', async () => {
  const { client, partner } = await tenant(server);
  delegations[0]?.set('done.example', partner.nameservers);
  const lines = (await client.get<string[]>('/dns/dig_result/done.example')).body;
  assert.ok(partner.nameservers.includes(lines.at(-1) ?? ''));
});

test('a watched domain is reported once when all resolvers see the name servers', async () => {
  const { client, partner, domain, siteId } = await domainOwner(server);
  const reported = async () => {
    const { pageElements } = (await client.get<Page<Notification>>('/notification')).body;
    return pageElements.filter(({ type }) => type === 'dns_propagated');
  };
  assert.equal((await client.post(`/dns/propagation/${domain}/watch`)).status, 200);
  delegations[0]?.set(domain, partner.nameservers);
  await checkWatchedDomains(server.app);
  assert.deepEqual(await reported(), [], 'one resolver does not see them yet');
  delegations[1]?.set(domain, partner.nameservers);
  await checkWatchedDomains(server.app);
  await checkWatchedDomains(server.app);
  const [told, ...more] = await reported();
  assert.deepEqual([told?.link, more], [`/propagation/check/${siteId}`, []]);
  assert.match(told?.description ?? '', new RegExp(`^${domain} uses your name servers now`));
});

test('a site with a new domain gets its zone without a visit to its page', async () => {
  const { client, partner, customer } = await tenant(server);
  const fqdn = `www.${partner.slug}.example`;
  await server.scenario.site(partner, customer, { name: fqdn, fqdn, domainType: 'custom_domain' });
  await checkWatchedDomains(server.app);
  const { totalCount, pageElements } = (await client.get<Page<DnsDomain>>('/dns/zones')).body;
  assert.deepEqual([totalCount, pageElements[0]?.fqdn], [1, `${partner.slug}.example`]);
});
