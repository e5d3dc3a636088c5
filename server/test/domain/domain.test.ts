import type { DnsDomain, Page, Site, SiteDomain } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customDomain } from '../../src/db/schema.ts';
import { domainsToCheck } from '../../src/modules/domain/domain.repo.ts';
import { until, type TestServer } from '../../src/testing/index.ts';
import { ask } from '../dns/dns-support.ts';
import { give, outcome, staffOf } from '../license/license-support.ts';
import { deletedForGood, ended, readySite, tenant } from '../site/site-support.ts';
import {
  bell,
  checkAll,
  claim,
  claimed,
  connected,
  domainOf,
  licensed,
  startInWorld,
  txtRecord,
  visited,
  type World,
} from './domain-support.ts';

const world: World = new Map();
const ADDRESS = '192.0.2.10';
const DAY_MS = 24 * 3_600_000;
let stop: () => Promise<void>;
let server: TestServer;
let later = 0;

before(async () => {
  ({ server, stop } = await startInWorld(world, {
    env: { SITE_ADDRESSES: ADDRESS, DNS_PORT: '0' },
    clock: { now: () => new Date(Date.now() + later) },
  }));
});
after(() => stop());

let counter = 0;
/** A domain that is registered with somebody else's name servers. */
function registered(): string {
  counter += 1;
  const fqdn = `shop-${counter}.example`;
  world.set(fqdn, {});
  return fqdn;
}

test('a domain that its owner delegates is served, and the former address leads there until the domain is removed', async () => {
  const own = await licensed(server);
  const { client, partner, siteId, subDomain } = own;
  const domain = registered();
  const first = await claimed(own, domain);
  assert.deepEqual(
    [first.state, first.method, first.hosts, first.txt_name],
    ['unproven', null, [domain, `www.${domain}`], `_domain-verify.${domain}`],
  );
  assert.equal(first.seen, 'The domain does not use the name servers yet, and the TXT record was not found.');
  assert.equal((await visited(server, domain))[0], 421, 'nothing is served before the proof');
  assert.deepEqual((await domainOf(own)).nameservers, partner.nameservers);

  world.set(domain, { nameservers: partner.nameservers });
  const shown = await connected(server, own);
  assert.deepEqual([shown.fqdn, shown.sub_domain, shown.domain?.method], [domain, subDomain, 'delegation']);
  assert.equal((await visited(server, domain, '/'))[0], 200);
  const target = (path: string) => `http://${domain}:${server.port}${path}`;
  assert.deepEqual(await visited(server, subDomain, '/a/b?c=d&e=%20'), [308, target('/a/b?c=d&e=%20')]);
  assert.deepEqual(await visited(server, `www.${domain}`, '//evil.example'), [308, target('//evil.example')]);
  const site = (await client.get<Site>(`/site/id/${siteId}`)).body;
  assert.deepEqual([site.fqdn, site.domain_type, site.name], [domain, 'custom_domain', 'shop']);
  const zones = (await client.get<Page<DnsDomain>>('/dns/zones')).body;
  assert.deepEqual(
    zones.pageElements.map(({ fqdn }) => fqdn),
    [domain],
  );
  assert.deepEqual(await bell(client), ['domain_connected', 'domain_verified']);
  assert.deepEqual(outcome(await claim({ ...own, subDomain: domain }, registered())), [409, 'DOMAIN_EXISTS']);

  const removed = await client.delete(`/site/${siteId}/domain`);
  assert.equal((await ended(client, removed.body['task_id'])).status, 'succeeded');
  assert.equal((await visited(server, subDomain))[0], 200);
  assert.equal((await visited(server, domain))[0], 421);
  assert.equal((await visited(server, `www.${domain}`))[0], 421);
  const back = (await client.get<Site>(`/site/id/${siteId}`)).body;
  assert.deepEqual([back.fqdn, back.domain_type, back.status], [subDomain, 'sub_domain', 'ready']);
  assert.equal((await domainOf(own)).domain, null);
  assert.equal((await client.get<Page<DnsDomain>>('/dns/zones')).body.totalCount, 0);
});

test('with www typed, that is the address and the bare domain leads there', async () => {
  const own = await licensed(server);
  const domain = registered();
  await claimed(own, `WWW.${domain}.`);
  world.set(domain, { nameservers: own.partner.nameservers });
  const shown = await connected(server, own);
  assert.equal(shown.fqdn, `www.${domain}`);
  assert.deepEqual(await visited(server, domain, '/x'), [308, `http://www.${domain}:${server.port}/x`]);
});

test('a TXT record proves a domain, and the site moves once the domain leads here, or when its owner says so', async () => {
  const waits = await licensed(server);
  const domain = registered();
  const mine = await claimed(waits, domain);
  const unready = await waits.client.post(`/site/${waits.siteId}/domain/connect`);
  assert.deepEqual(outcome(unready), [409, 'DOMAIN_NOT_VERIFIED']);
  world.set(domain, { records: [{ ...txtRecord(mine), value: 'domain-verify=wrong' } as never] });
  await checkAll(server);
  assert.equal((await domainOf(waits)).domain?.state, 'unproven');
  world.set(domain, { records: [txtRecord(mine)] });
  await checkAll(server);
  await checkAll(server);
  const proven = (await domainOf(waits)).domain;
  assert.deepEqual(
    [proven?.state, proven?.method, proven?.ends_at, proven?.seen],
    ['proven', 'txt', null, 'The domain does not lead to this site yet.'],
  );
  assert.equal((await visited(server, domain))[0], 200, 'it is served, and its certificate can be made');
  assert.equal((await visited(server, waits.subDomain))[0], 200);
  world.set(domain, {
    records: [txtRecord(mine), { type: 'A', name: '@', ttl: 300, value: ADDRESS }],
  });
  assert.equal((await connected(server, waits)).fqdn, domain);

  const asks = await licensed(server);
  const proxied = registered();
  world.set(proxied, { records: [txtRecord(await claimed(asks, proxied))] });
  await checkAll(server);
  const started = await asks.client.post(`/site/${asks.siteId}/domain/connect`);
  assert.equal(started.status, 200, started.text);
  assert.equal((await ended(asks.client, started.body['task_id'])).status, 'succeeded');
  assert.equal((await domainOf(asks)).fqdn, proxied);
});

test('of several who claim a domain the one with the TXT record gets it, and nobody takes it afterwards', async () => {
  const [thief, owner] = [await licensed(server), await licensed(server)];
  const domain = registered();
  await claimed(thief, domain);
  const mine = await claimed(owner, domain);
  world.set(domain, { nameservers: owner.partner.nameservers });
  await checkAll(server);
  assert.match((await domainOf(owner)).domain?.seen ?? '', /another customer added it as well/);
  assert.equal((await domainOf(thief)).domain?.state, 'unproven');
  world.set(domain, { nameservers: owner.partner.nameservers, records: [txtRecord(mine)] });
  await connected(server, owner);
  await checkAll(server);
  assert.equal((await domainOf(thief)).domain, null);
  assert.deepEqual(await bell(thief.client), ['domain_ended']);

  const third = await licensed(server);
  const late = await claim(third, `www.${domain}`);
  assert.deepEqual(
    [late.status, late.body['message']],
    [409, 'This domain has already used, please enter another domain name!'],
  );
  const check = (await third.client.get<{ used: boolean }>(`/site/fqdn/www.${domain}/check`)).body;
  assert.equal(check.used, true);
});

test('a delegation from before the claim proves nothing: its owner may have forgotten it', async () => {
  const own = await licensed(server);
  const domain = registered();
  world.set(domain, { nameservers: own.partner.nameservers });
  const first = await claimed(own, domain);
  assert.match(first.seen, /used the name servers before you added it/);
  await checkAll(server);
  assert.equal((await domainOf(own)).domain?.state, 'unproven');
  world.set(domain, {});
  await checkAll(server);
  world.set(domain, { nameservers: own.partner.nameservers });
  assert.equal((await connected(server, own)).fqdn, domain);
});

test('a site needs a licence, and gets the one that is named', async () => {
  const own = await tenant(server);
  const { site_id: siteId, fqdn: subDomain } = await readySite(own, 'shop');
  const claimant = { ...own, siteId, subDomain };
  const domain = registered();
  assert.deepEqual(outcome(await claim(claimant, domain)), [409, 'DOMAIN_LICENSE']);
  assert.equal((await domainOf(claimant)).domain, null);
  const { license_key } = await give(await staffOf(server, own.partner), own.customer);
  const stranger = await tenant(server);
  const other = await give(await staffOf(server, stranger.partner), stranger.customer);
  assert.deepEqual(outcome(await claim(claimant, domain, { license_key: other.license_key })), [404, 'NOT_FOUND']);
  assert.equal((await claim(claimant, domain, { license_key })).status, 200);
  assert.equal((await own.client.get<Site>(`/site/id/${siteId}`)).body.license_key, license_key);
});

test('what nobody can have is refused with the reason, before and after', async () => {
  const own = await licensed(server);
  const { client, partner } = own;
  const refusal = async (fqdn: string) => {
    const { status, body } = await claim(own, fqdn);
    const fields = body['fields'] as Record<string, string> | undefined;
    return status === 422 ? Object.values(fields ?? {}).join() : status;
  };
  const suffix =
    'co.uk is not a name that one can own: names are registered below it. Enter one of yours, such as yourname.co.uk.';
  const provider =
    'github.io belongs to a provider whose customers get names below it. Enter a domain of your own, such as yourname.com.';
  const ours = 'This domain belongs to the control panel. Choose another one.';
  for (const [fqdn, reason] of [
    ['co.uk', suffix],
    ['www.co.uk', suffix],
    ['github.io', provider],
    [`x.${partner.sitesDomain}`, 'This domain can’t be registered. Choose another one.'],
    ['shop.local', 'This domain can’t be registered. Choose another one.'],
    [
      `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(55)}.example`,
      'The domain can have at most 238 characters.',
    ],
    [`${'a.'.repeat(130)}example`, 'Domain name is not valid.'],
    ['no-dot', 'Domain name is not valid.'],
    ['192.0.2.1', 'Domain name is not valid.'],
    ['a b.example', 'Domain name is not valid.'],
    ['user@shop.example', 'Domain name is not valid.'],
    ['shop.example/path', 'Domain name is not valid.'],
    ['-shop.example', 'Domain name is not valid.'],
  ] as const)
    assert.equal(await refusal(fqdn), reason, fqdn);

  const brand = await server.scenario.partner({
    domain: 'panel.maple-hosting.example',
    sitesDomain: 'maple-sites.example',
  });
  assert.ok(brand.id);
  const alike = 'This domain looks like that of the control panel. Choose another one, or contact support.';
  for (const [fqdn, reason] of [
    ['maple-hosting.example', ours],
    ['login.maple-hosting.example', ours],
    ['shop.maple-sites.example', ours],
    ['maple-h0sting.example', alike],
    ['mаple-hosting.example', alike],
    ['rnaple-hosting.example', alike],
    ['màple-sites.example', alike],
  ] as const) {
    assert.equal(await refusal(fqdn), reason, fqdn);
    const ascii = new URL(`http://${fqdn}`).hostname;
    const check = (await client.get<{ refused: string | null }>(`/site/fqdn/${ascii}/check`)).body;
    assert.equal(check.refused, reason);
  }
});

test('a domain in another script is stored encoded and shown in its script unless that could deceive', async () => {
  const own = await licensed(server);
  const domain = `bäckerei-${own.partner.slug}.example`;
  const first = await claimed(own, domain);
  assert.equal(first.display, domain);
  assert.equal(first.fqdn, new URL(`http://${domain}`).hostname);
  const other = await licensed(server);
  assert.match((await claimed(other, `раураl.${other.partner.slug}.example`)).display, /^xn--/);
});

test('the domain of somebody else’s site, and of a site that is not there, is 404', async () => {
  const [own, other] = [await licensed(server), await licensed(server)];
  const domain = registered();
  await claimed(own, domain);
  assert.equal((await claim({ client: other.client, subDomain: own.subDomain }, registered())).status, 404);
  for (const answer of [
    await other.client.get(`/site/${own.siteId}/domain`),
    await other.client.post(`/site/${own.siteId}/domain/check`),
    await other.client.post(`/site/${own.siteId}/domain/connect`),
    await other.client.delete(`/site/${own.siteId}/domain`),
  ])
    assert.equal(answer.status, 404);
  assert.equal((await domainOf(own)).domain?.fqdn, domain);
});

test('the same claim again changes nothing, another one replaces it, and it can be given up', async () => {
  const own = await licensed(server);
  const [one, two] = [registered(), registered()];
  const first = await claimed(own, one);
  assert.equal((await claimed(own, one)).txt_value, first.txt_value);
  const second = await claimed(own, two);
  assert.notEqual(second.txt_value, first.txt_value);
  const given = await own.client.delete(`/site/${own.siteId}/domain`);
  assert.deepEqual([given.status, given.body['task_id'], (given.body['data'] as SiteDomain).domain], [200, null, null]);
  world.set(two, { records: [txtRecord(second)] });
  await checkAll(server);
  assert.equal((await domainOf(own)).domain, null);
  assert.equal((await own.client.delete(`/site/${own.siteId}/domain`)).status, 404);
});

test('a proven domain that is given up is free for others', async () => {
  const [own, next] = [await licensed(server), await licensed(server)];
  const domain = registered();
  world.set(domain, { records: [txtRecord(await claimed(own, domain))] });
  await checkAll(server);
  assert.equal((await own.client.delete(`/site/${own.siteId}/domain`)).status, 200);
  assert.equal((await visited(server, domain))[0], 421);
  assert.equal((await claim(next, domain)).status, 200);
});

test('the bin keeps a domain for its site, and deleting the site for good frees it', async () => {
  const [own, next] = [await licensed(server), await licensed(server)];
  const domain = registered();
  await claimed(own, domain);
  world.set(domain, { nameservers: own.partner.nameservers });
  await connected(server, own);
  const binned = await own.client.delete(`/site/delete/${own.siteId}`);
  assert.equal((await ended(own.client, binned.body['task_id'])).status, 'succeeded');
  assert.equal((await visited(server, domain))[0], 421);
  assert.deepEqual(outcome(await claim(next, domain)), [409, 'DOMAIN_USED']);
  const restored = await own.client.post('/site/bin/restore', { site_id: own.siteId });
  assert.equal(restored.status, 200, restored.text);
  assert.equal((await ended(own.client, restored.body['task_id'])).status, 'succeeded');
  assert.equal((await visited(server, domain))[0], 200);
  await deletedForGood(own.client, own.siteId);
  assert.equal((await claim(next, domain)).status, 200);
});

test('a claim that is never proven ends and is reported; the one that was checked first is checked first', async () => {
  const [own, other] = [await licensed(server), await licensed(server)];
  await claimed(own, registered());
  await claimed(other, registered());
  const open = (await domainsToCheck(server.db, 200)).map(({ domain }) => domain.checkedAt?.getTime() ?? 0);
  assert.deepEqual(
    open,
    open.toSorted((a, b) => a - b),
  );
  later = 15 * DAY_MS;
  try {
    await checkAll(server);
  } finally {
    later = 0;
  }
  assert.equal((await domainOf(own)).domain, null);
  assert.deepEqual(await bell(own.client), ['domain_ended']);
});

test('a claim answers its name servers alone, and hides nothing of somebody’s zone', async () => {
  const own = await licensed(server);
  const port = server.dnsPort ?? 0;
  const domain = registered();
  await claimed(own, domain);
  assert.deepEqual(
    (await ask(port, domain, 'NS')).answers,
    own.partner.nameservers.map((host) => `${domain} NS ${host}`),
  );
  assert.deepEqual((await ask(port, domain)).answers, []);
  world.set(domain, { nameservers: own.partner.nameservers });
  await connected(server, own);
  assert.deepEqual((await ask(port, domain)).answers, [`${domain} A ${ADDRESS}`]);

  const thief = await licensed(server);
  await claimed(thief, `www.shop.${domain}`);
  const rows = await server.db.select().from(customDomain);
  assert.ok(rows.some((row) => row.domain === `shop.${domain}`));
  assert.deepEqual((await ask(port, `www.${domain}`)).answers[0], `www.${domain} CNAME ${domain}`);
  assert.equal((await ask(port, `shop.${domain}`)).rcode, 'NXDOMAIN');
});

test('a staging copy is named after the former address, never gets the domain, and claims none', async () => {
  const own = await licensed(server);
  const domain = registered();
  await claimed(own, domain);
  world.set(domain, { nameservers: own.partner.nameservers });
  await connected(server, own);
  const started = await own.client.post('/site/staging', { site_id: own.siteId });
  assert.equal(started.status, 200, started.text);
  assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  const { staging } = (await own.client.get<Site>(`/site/id/${own.siteId}`)).body;
  assert.equal(staging?.fqdn, `staging.${own.subDomain}`);
  assert.equal((await visited(server, `staging.${own.subDomain}`))[0], 200);
  assert.equal((await visited(server, `staging.${domain}`))[0], 421);
  const copy = (await own.client.get<Site>(`/site/id/${staging.site_id}`)).body;
  assert.equal(copy.domain_type, 'sub_domain');
  assert.deepEqual(outcome(await claim({ ...own, subDomain: staging.fqdn }, registered())), [409, 'STAGING_NAME']);
  assert.equal((await own.client.get(`/site/${staging.site_id}/domain`)).status, 404);
});

test('a move that fails leaves the site at its old address, is reported, and is not repeated by itself', async () => {
  const own = await tenant(server);
  const { site_id: siteId, fqdn: subDomain } = await readySite(own, 'shop');
  const { license_key } = await give(await staffOf(server, own.partner), own.customer);
  const claimant = { ...own, siteId, subDomain };
  const domain = `fail-rename-${registered()}`;
  world.set(domain, {});
  const idle = () =>
    until('the site to be ready', async () => {
      const { status, task_id } = (await own.client.get<Site>(`/site/id/${siteId}`)).body;
      return status === 'ready' && task_id === null;
    });
  assert.equal((await claim(claimant, domain, { license_key })).status, 200);
  await until('the first check', async () => (await domainOf(claimant)).domain?.checked_at);
  await idle();
  world.set(domain, { nameservers: own.partner.nameservers });
  await checkAll(server);
  await until('the failure', async () => (await bell(own.client)).includes('domain_failed'));
  await idle();
  assert.deepEqual([(await domainOf(claimant)).domain?.state, (await domainOf(claimant)).fqdn], ['proven', subDomain]);
  assert.equal((await visited(server, subDomain))[0], 200);
  await checkAll(server);
  const { activity } = (await own.client.get<{ activity: { label: string }[] }>(`/site/${siteId}/overview`)).body;
  assert.equal(activity.filter(({ label }) => label === 'Connecting the domain').length, 1);
});
