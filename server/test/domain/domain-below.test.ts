import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestServer } from '../../src/testing/index.ts';
import {
  checkAll,
  claimed,
  connected,
  domainOf,
  licensed,
  startInWorld,
  txtRecord,
  type World,
} from './domain-support.ts';

const world: World = new Map();
let stop: () => Promise<void>;
let server: TestServer;

before(async () => {
  ({ server, stop } = await startInWorld(world, { env: { SITE_ADDRESSES: '192.0.2.10', DNS_PORT: '0' } }));
});
after(() => stop());

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
