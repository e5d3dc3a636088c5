// On PostgreSQL: two transactions at once.
import type { DnsZone, Propagation, SiteDomain } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { customDomain, dnsZone } from '../../src/db/schema.ts';
import type { Rows } from '../../src/db/database.ts';
import { pairFor } from '../../src/modules/domain/claim-pair.repo.ts';
import { besideTransaction, until, type PartnerRow, type TestServer } from '../../src/testing/index.ts';
import { ask } from '../dns/dns-support.ts';
import { tenant, type Tenant } from '../site/site-support.ts';
import {
  bell,
  checkAll,
  claimed,
  connected,
  domainOf,
  licensed,
  startWithRegistry,
  txtRecord,
  type Claimant,
  type World,
} from './domain-support.ts';

const world: World = new Map();
const delegations = new Map<string, readonly string[]>();
const POOL = 'dns.maple.example';
const onPostgres = process.env['TEST_DATABASE_URL'] ? false : 'the embedded database runs one transaction at a time';
let stop: () => Promise<void>;
let server: TestServer;
let brand: PartnerRow;

before(async () => {
  ({ server, stop } = await startWithRegistry(world, delegations, {
    env: { SITE_ADDRESSES: '192.0.2.10', NAMESERVER_ADDRESSES: '192.0.2.53,2001:db8::53', DNS_PORT: '0' },
  }));
  brand = await server.scenario.partner({ nameserverDomain: POOL });
});
after(() => stop());

let counter = 0;
const domainName = (): string => `pair-${(counter += 1)}.example`;
const customer = async (): Promise<Claimant> => licensed(server, await tenant(server, {}, brand), `s${(counter += 1)}`);
/** The same with a site in the database alone, which moves to no domain. */
const claimant = async (): Promise<Claimant> => another(await tenant(server, {}, brand));
/** The same of a customer who is known. */
async function another(own: Tenant): Promise<Claimant> {
  const site = await server.scenario.site(brand, own.customer, { name: `s${(counter += 1)}`, status: 'failed' });
  const license = { product: 'site_basic', endsInDays: 30, autoRenewal: false } as const;
  await server.scenario.license(brand, own.customer, { ...license, siteId: site.id });
  return { ...own, siteId: site.id, subDomain: site.fqdn };
}
const pairOf = async (own: Claimant): Promise<string[]> => (await domainOf(own)).nameservers;
const seenBy = async (own: Claimant): Promise<string> => (await domainOf(own)).domain?.seen ?? '';

test('attack: a claim from before the owner’s delegation gets nothing by it, the owner’s claim is proven', async () => {
  const [thief, owner] = [await customer(), await customer()];
  const domain = domainName();
  world.set(domain, {});
  await claimed(thief, domain);
  await checkAll(server);
  await claimed(owner, domain);
  const [theirs, own] = [await pairOf(thief), await pairOf(owner)];
  assert.notDeepEqual(theirs, own);
  // What our own server answers for the claim is what resolvers see, as soon as the domain is delegated here.
  const port = server.dnsPort ?? 0;
  assert.deepEqual(
    (await ask(port, domain, 'NS')).answers,
    theirs.map((host) => `${domain} NS ${host}`),
  );
  world.set(domain, { nameservers: theirs });
  delegations.set(domain, own);
  assert.equal((await connected(server, owner)).domain?.method, 'delegation');
  await checkAll(server);
  assert.equal((await domainOf(thief)).domain, null);
  assert.deepEqual(await bell(thief.client), ['domain_ended']);

  const zone = (await owner.client.get<DnsZone>(`/dns/get/${domain}`)).body;
  assert.deepEqual(zone.nameservers, own);
  assert.deepEqual(
    (await ask(port, domain, 'NS')).answers,
    own.map((host) => `${domain} NS ${host}`),
  );
  assert.match((await ask(port, domain, 'SOA')).answers.join(), new RegExp(`SOA ${own[0]} `));
  const file = (await owner.client.get<{ text: string }>(`/dns/zone-file/${domain}`)).body.text;
  for (const host of own) assert.ok(file.includes(host), file);
});

test('attack: an owner who delegates without a claim of his own gives the domain to nobody', async () => {
  const thief = await claimant();
  const domain = domainName();
  world.set(domain, {});
  await claimed(thief, domain);
  await checkAll(server);
  const pair = await pairOf(thief);
  const others = [`ns-a-00.${POOL}`, `ns-b-00.${POOL}`].map((host, n) => (pair[n] === host ? `x${host}` : host));
  for (const hosts of [brand.nameservers, others, [...pair, ...others]]) {
    // Our own server repeats the pair of the claim.
    world.set(domain, { nameservers: pair });
    delegations.set(domain, hosts);
    await checkAll(server);
    assert.equal((await domainOf(thief)).domain?.state, 'unproven');
    assert.match(await seenBy(thief), new RegExp(`Set exactly ${pair.join(' and ')}, or add the record.$`));
  }
});

test('a customer who claims a domain again gets the same pair, which no other claim and no zone has', async () => {
  const [first, second] = [await claimant(), await claimant()];
  const domain = domainName();
  await claimed(first, domain);
  const pair = await pairOf(first);
  const give = async () => assert.equal((await first.client.delete(`/site/${first.siteId}/domain`)).status, 200);
  await give();
  await claimed(first, domain);
  assert.deepEqual(await pairOf(first), pair);
  const other = domainName();
  await claimed(first, other);
  assert.notDeepEqual(await pairOf(first), pair, 'another domain has another pair');
  await give();

  const site = await server.scenario.site(brand, second.customer, { name: `t${(counter += 1)}` });
  const rival = await server.scenario.domain(site, { domain, state: 'unproven', nameservers: pair });
  await claimed(first, domain);
  assert.notDeepEqual(await pairOf(first), pair);
  await give();
  await server.db.delete(customDomain).where(eq(customDomain.id, rival.id));
  const zone = { partnerId: brand.id, resource: 'site' as const, resourceId: site.id, serial: 1, records: [] };
  await server.db.insert(dnsZone).values({ ...zone, fqdn: domain, nameservers: pair });
  await claimed(first, domain);
  assert.notDeepEqual(await pairOf(first), pair);
});

test('a pair by which a domain was served is nobody else’s afterwards, and a site takes it to its next owner', async () => {
  const [seller, buyer] = [await claimant(), await claimant()];
  const domain = domainName();
  const staff = await server.as(brand, await server.scenario.admin(brand));
  const assign = async (customerId: string) => {
    const given = await staff.put(`/site/${seller.siteId}/customer`, { customer_id: customerId });
    assert.equal(given.status, 200, given.text);
  };
  world.set(domain, {});
  await claimed(seller, domain);
  const first = await pairOf(seller);
  await assign(buyer.customer.id);
  const bought = { ...buyer, siteId: seller.siteId, subDomain: seller.subDomain };
  const pair = await pairOf(bought);
  assert.notDeepEqual(pair, first, 'a claim that is not proven gets the pair of the new owner');
  await assign(seller.customer.id);
  assert.deepEqual(await pairOf(seller), first);

  delegations.set(domain, first);
  await checkAll(server);
  assert.equal((await domainOf(seller)).domain?.state, 'proven');
  await assign(buyer.customer.id);
  assert.deepEqual(await pairOf(bought), first, 'the domain is delegated to it');
  assert.equal((await buyer.client.delete(`/site/${seller.siteId}/domain`)).status, 200);
  const again = await another(seller);
  await claimed(again, domain);
  await checkAll(server);
  assert.notDeepEqual(await pairOf(again), first);
  assert.equal((await domainOf(again)).domain?.state, 'unproven', 'the seller has the domain no longer');
  await claimed(buyer, domain);
  assert.deepEqual(await pairOf(buyer), first);
  await checkAll(server);
  assert.equal((await domainOf(buyer)).domain?.method, 'delegation');
});

test('two claims of a domain at the same moment follow each other', { skip: onPostgres }, async () => {
  const [first, second] = [await claimant(), await claimant()];
  const domain = domainName();
  await claimed(first, domain);
  const pair = await pairOf(first);
  await first.client.delete(`/site/${first.siteId}/domain`);
  const site = await server.scenario.site(brand, second.customer, { name: `t${(counter += 1)}` });
  const { claiming } = await server.db.transaction((tx) =>
    besideTransaction(async () => {
      await pairFor(tx, server.app.secrets, { domain, partnerId: brand.id, owner: second.customer.id });
      const asked = claimed(first, domain);
      await until('the other claim to wait', async () => {
        const found = (await server.db.execute(
          sql`select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
        )) as unknown as Rows<unknown>;
        return found.rows.length > 0;
      });
      const row = {
        partnerId: brand.id,
        resource: 'site' as const,
        resourceId: site.id,
        domain,
        host: domain,
        token: 'x',
      };
      await tx.insert(customDomain).values({ ...row, nameservers: pair });
      return { claiming: asked };
    }),
  );
  await claiming;
  assert.notDeepEqual(await pairOf(first), pair);
});

test('while the zone above does not answer, the reason is shown, and a TXT record proves the domain', async () => {
  const own = await claimant();
  const domain = `pair-${(counter += 1)}.lost`;
  world.set(domain, {});
  const mine = await claimed(own, domain);
  assert.equal(mine.seen, 'The resolver could not find an answer. Try again later, or add the TXT record.');
  world.set(domain, { nameservers: await pairOf(own) });
  await checkAll(server);
  assert.equal((await domainOf(own)).domain?.state, 'unproven', 'what resolvers see is no proof');
  world.set(domain, { records: [txtRecord(mine)] });
  await checkAll(server);
  const { domain: proven, nameservers } = await domainOf(own);
  assert.deepEqual([proven?.state, proven?.method], ['proven', 'txt']);
  assert.deepEqual((await own.client.get<DnsZone>(`/dns/get/${domain}`)).body.nameservers, nameservers);
});

test('a claim from before there were pairs keeps the partner’s name servers, and is proven as it was', async () => {
  const own = await tenant(server, {}, brand);
  const site = await server.scenario.site(brand, own.customer, { name: `t${(counter += 1)}` });
  const domain = domainName();
  await server.scenario.domain(site, { domain, state: 'unproven' });
  const shown = async () => (await own.client.get<SiteDomain>(`/site/${site.id}/domain`)).body;
  assert.deepEqual((await shown()).nameservers, brand.nameservers);
  world.set(domain, { nameservers: brand.nameservers });
  await checkAll(server);
  assert.match((await shown()).domain?.seen ?? '', /used the name servers before you added it/);
  world.set(domain, {});
  await checkAll(server);
  world.set(domain, { nameservers: brand.nameservers });
  await checkAll(server);
  const { domain: row } = await shown();
  assert.equal(row?.method, 'delegation');
  const zone = (await own.client.get<DnsZone>(`/dns/get/${domain}`)).body;
  assert.deepEqual(zone.nameservers, brand.nameservers);
});

test('an old claim does not get what a claim with a pair is answered with', async () => {
  const [old, own] = [await tenant(server), await claimant()];
  const site = await server.scenario.site(old.partner, old.customer, { name: 'shop' });
  const domain = domainName();
  world.set(domain, {});
  await server.scenario.domain(site, { domain, state: 'unproven' });
  await claimed(own, domain);
  const pair = await pairOf(own);
  assert.deepEqual(
    (await ask(server.dnsPort ?? 0, domain, 'NS')).answers,
    pair.map((host) => `${domain} NS ${host}`),
  );
});

test('every name of a pool has the addresses of the name servers, and its domain is a zone without other names', async () => {
  const port = server.dnsPort ?? 0;
  for (const name of [`ns-a-00.${POOL}`, `NS-B-99.${POOL.toUpperCase()}`]) {
    assert.deepEqual((await ask(port, name)).answers, [`${name} A 192.0.2.53`]);
    assert.deepEqual((await ask(port, name, 'AAAA')).answers, [`${name} AAAA 2001:db8::53`]);
  }
  const absent = [`ns-c-00.${POOL}`, `ns-a-100.${POOL}`, `www.${POOL}`];
  for (const name of absent) assert.equal((await ask(port, name)).rcode, 'NXDOMAIN', name);
  assert.equal((await ask(port, 'ns-a-00.dns.elsewhere.example')).rcode, 'REFUSED');
  // Resolvers ask for the domain first, and for keys of its names.
  assert.deepEqual(
    (await ask(port, POOL, 'NS')).answers,
    brand.nameservers.map((host) => `${POOL} NS ${host}`),
  );
  assert.deepEqual((({ rcode, answers }) => [rcode, answers])(await ask(port, `ns-a-00.${POOL}`, 'DS')), [
    'NOERROR',
    [],
  ]);

  const wide = `wide-${(counter += 1)}.example`;
  await server.scenario.partner({ nameserverDomain: wide, nameservers: [`ns1.${wide}`] });
  await until('the pool to be known', async () => (await ask(port, `ns-b-01.${wide}`)).answers.length > 0);
  assert.deepEqual((await ask(port, `ns1.${wide}`)).answers, [`ns1.${wide} A 192.0.2.53`]);
  assert.equal((await ask(port, `ns1.${wide}`, 'DS')).rcode, 'NOERROR');
  await server.scenario.partner({ nameserverDomain: `bare.${wide}`, nameservers: [] });
  await until('the pool to be known', async () => (await ask(port, `bare.${wide}`, 'NS')).answers.length === 2);
});

test('the pages of a site show the pair of its claim, and those of others the name servers of the partner', async () => {
  const [own, other] = [await claimant(), await claimant()];
  const domain = domainName();
  await claimed(own, domain);
  const pair = await pairOf(own);
  const namesOf = async ({ client, subDomain }: Claimant) =>
    (await client.get<string[]>(`/site/fqdn/${subDomain}/nameservers`)).body;
  assert.deepEqual([await namesOf(own), await namesOf(other)], [pair, brand.nameservers]);
  const expected = async ({ client }: Claimant) =>
    (await client.get<Propagation>(`/dns/propagation/${domain}`)).body.expected;
  assert.deepEqual([await expected(own), await expected(other)], [pair, brand.nameservers]);
});
