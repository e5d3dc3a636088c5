// On both databases: domain.repo.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DnsServer } from '../../src/dns/dns-server.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import {
  checkAll,
  claimed,
  connected,
  domainOf,
  licensed,
  resolverOf,
  txtRecord,
  type World,
} from './domain-support.ts';

const world: World = new Map();
let resolver: DnsServer;
let server: TestServer;

before(async () => {
  resolver = await resolverOf(world);
  server = await startTestServer({
    env: { DNS_RESOLVERS: `127.0.0.1:${resolver.port}`, SITE_ADDRESSES: '192.0.2.10', DNS_PORT: '0' },
  });
});
after(async () => {
  await server.stop();
  await resolver.close();
});

test('a delegation below a domain that somebody else claims proves nothing, a TXT record does', async () => {
  const [above, below] = [await licensed(server), await licensed(server)];
  const domain = 'shop.example';
  world.set(domain, {});
  await claimed(above, domain);
  const mine = await claimed(below, `team.${domain}`);
  await checkAll(server);
  world.delete(domain);
  world.set(`team.${domain}`, { nameservers: below.partner.nameservers });
  await checkAll(server);
  assert.match((await domainOf(below)).domain?.seen ?? '', /A domain above this one/);
  await above.client.delete(`/site/${above.siteId}/domain`);
  await checkAll(server);
  assert.equal((await domainOf(below)).domain?.state, 'unproven', 'what resolvers saw meanwhile was our answer');
  world.set(`team.${domain}`, { nameservers: below.partner.nameservers, records: [txtRecord(mine)] });
  assert.equal((await connected(server, below)).fqdn, `team.${domain}`);
});
