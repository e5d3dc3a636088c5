import type { DnsRecord, DnsZone } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDelegations } from '../../src/dns/parent/parent-delegation.ts';
import { createPowerDns } from '../../src/dns/powerdns.ts';
import { deleteSite } from '../../src/modules/dns/delete-site.repo.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { ask, deliverAll, domainOwner, type Domain } from './dns-support.ts';
import { noPowerDns, preparePowerDns, type PowerDns } from './pdns-process.ts';
import { REGISTRY, resolverOf } from '../../src/testing/resolver.ts';

const ttl = 600;
const inTime = () => AbortSignal.timeout(30_000);
const a = (name: string, value: string): DnsRecord => ({ type: 'A', name, ttl, value });

describe('with PowerDNS', { skip: noPowerDns }, () => {
  let powerdns: PowerDns;
  let server: TestServer;
  before(async () => {
    powerdns = await preparePowerDns();
    await powerdns.start();
    server = await startTestServer({ env: { POWERDNS_URL: powerdns.url, SITE_ADDRESSES: '192.0.2.10' } });
  });
  after(async () => {
    await server.stop();
    await powerdns.close();
  });

  const zoneOf = async ({ client, domain }: Domain) => (await client.get<DnsZone>(`/dns/get/${domain}`)).body;
  const served = (own: Domain) =>
    until('the zone to be served', async () => {
      const zone = await zoneOf(own);
      return zone.is_served && zone;
    });
  const deliver = () => deliverAll(server.app);

  test('a claimed domain has its name servers there and nothing else, until the claim is given up', async () => {
    const own = await tenant(server);
    const site = await server.scenario.site(own.partner, own.customer, { name: 'shop' });
    const domain = `claimed-${own.partner.slug}.example`;
    await server.scenario.domain(site, { domain, state: 'unproven' });
    await deliver();
    assert.equal((await ask(powerdns.port, domain, 'NS', 4096)).answers.length, own.partner.nameservers.length);
    assert.deepEqual((await ask(powerdns.port, domain, 'A')).answers, []);
    assert.equal((await own.client.delete(`/site/${site.id}/domain`)).status, 200);
    await deliver();
    assert.equal((await ask(powerdns.port, domain, 'NS', 4096)).rcode, 'REFUSED');
  });

  test('a claim with name servers of its own has these there, and so has the zone that it becomes', async () => {
    const own = await tenant(server);
    const domain = `pair-${own.partner.slug}.example`;
    const nameservers = [`ns-a-07.dns.${own.partner.slug}.example`, `ns-b-08.dns.${own.partner.slug}.example`];
    const names = async () => (await ask(powerdns.port, domain, 'NS', 4096)).answers.sort();
    const pair = nameservers.map((host) => `${domain} NS ${host}`);
    const claim = await server.scenario.site(own.partner, own.customer, { name: 'claim' });
    await server.scenario.domain(claim, { domain, state: 'unproven', nameservers });
    await deliver();
    assert.deepEqual(await names(), pair);
    assert.equal((await own.client.delete(`/site/${claim.id}/domain`)).status, 200);

    const facts = { name: domain, fqdn: domain, domainType: 'custom_domain' } as const;
    const site = await server.scenario.site(own.partner, own.customer, facts);
    await server.scenario.domain(site, { domain, state: 'connected', nameservers });
    assert.deepEqual((await own.client.get<DnsZone>(`/dns/get/${domain}`)).body.nameservers, nameservers);
    await deliver();
    assert.deepEqual(await names(), pair);
    assert.match((await ask(powerdns.port, domain, 'SOA')).answers.join(), new RegExp(`SOA ${nameservers[0]} `));
    assert.deepEqual((await ask(powerdns.port, domain)).answers, [`${domain} A 192.0.2.10`]);
  });

  test('as the server of a registry, its referrals are read as delegations', async () => {
    const pair = ['ns-a-01.dns.maple.example', 'ns-b-02.dns.maple.example'];
    const many = Array.from({ length: 40 }, (_, n) => `${'n'.repeat(40)}-${n}.far-${n}.away.example`).sort();
    const delegated = (name: string, hosts: string[]) =>
      hosts.map((value): DnsRecord => ({ type: 'NS', name, ttl, value }));
    const records = [...delegated('shop', pair), ...delegated('many', many), a('plain', '192.0.2.1')];
    const zone = { fqdn: 'example', serial: 1, nameservers: ['a.nic.example'], records };
    const { signal } = new AbortController();
    await createPowerDns(powerdns.url).deliver('example', async () => zone, signal);
    const resolver = await resolverOf(new Map([['example', REGISTRY]]));
    const parent = createDelegations({
      ...{ resolvers: [`127.0.0.1:${resolver.port}`], port: powerdns.port },
      allows: () => true,
    });
    const found = async (domain: string) => (await parent.of(domain, pair)).nameservers;
    assert.deepEqual(await parent.of('shop.example', pair), { holds: true, nameservers: pair, silent: null });
    assert.deepEqual(await found('many.example'), many);
    for (const domain of ['plain.example', 'nobody.example']) assert.deepEqual(await found(domain), []);
    await resolver.close();
  });

  test('a saved version is served with every type, and the next one replaces it', async () => {
    const own = await domainOwner(server);
    const { domain } = own;
    await own.save([
      a('www', '192.0.2.1'),
      a('www', '192.0.2.2'),
      { type: 'MX', name: '@', ttl, priority: 10, value: 'mail.example.net' },
      { type: 'TXT', name: '@', ttl, value: `v=spf1 "quoted" \\ ; ${'x'.repeat(300)}` },
      { type: 'SRV', name: '_sip._tcp', ttl, priority: 1, weight: 2, port: 5060, value: 'sip.example.net' },
      { type: 'CAA', name: '@', ttl, flags: 0, tag: 'issue', value: 'ca.example' },
      { type: 'CNAME', name: 'shop', ttl, value: `www.${domain}` },
    ]);
    const zone = await served(own);
    const answers = async (name: string, type: string) => (await ask(powerdns.port, name, type, 4096)).answers;
    assert.deepEqual((await answers(`www.${domain}`, 'A')).sort(), [
      `www.${domain} A 192.0.2.1`,
      `www.${domain} A 192.0.2.2`,
    ]);
    assert.deepEqual(await answers(domain, 'MX'), [`${domain} MX 10 mail.example.net`]);
    assert.deepEqual(await answers(domain, 'TXT'), [`${domain} TXT v=spf1 "quoted" \\ ; ${'x'.repeat(300)}`]);
    assert.match((await answers(domain, 'SOA')).join(), new RegExp(` ${zone.serial} `));
    assert.equal((await answers(domain, 'NS')).length, own.partner.nameservers.length);
    // A name with an address becomes a CNAME: what was there is removed in the same change.
    await own.save([{ type: 'CNAME', name: 'www', ttl, value: 'elsewhere.example.net' }]);
    await served(own);
    assert.deepEqual(await answers(`www.${domain}`, 'CNAME'), [`www.${domain} CNAME elsewhere.example.net`]);
    assert.deepEqual(await answers(domain, 'MX'), []);
  });

  test('while PowerDNS is away a version is saved, shown as not served, and delivered by the task', async () => {
    const own = await domainOwner(server);
    await deliver();
    await powerdns.stop();
    const saved = await own.save([a('late', '192.0.2.9')]);
    assert.equal(saved.is_served, false);
    const shown = await until('the reason', async () => {
      const zone = await zoneOf(own);
      return zone.error !== null && zone;
    });
    assert.deepEqual([shown.is_served, shown.error], [false, 'The DNS server cannot be reached.']);
    await powerdns.start();
    await deliver();
    assert.equal((await served(own)).error, null);
    assert.deepEqual((await ask(powerdns.port, `late.${own.domain}`)).answers, [`late.${own.domain} A 192.0.2.9`]);
  });

  test('what the server has lost, or has another version of, is delivered again', async () => {
    const [lost, changed] = [await domainOwner(server), await domainOwner(server)];
    for (const own of [lost, changed]) {
      await own.save([a('www', '192.0.2.1')]);
      await served(own);
    }
    const driver = createPowerDns(powerdns.url);
    const names = new Set((await driver.serials(inTime())).keys());
    await driver.keepOnly(async () => new Set([...names].filter((name) => name !== lost.domain)), inTime());
    // As by a process that had read it before, and ended before it saw that there is a later one.
    const former = { fqdn: changed.domain, serial: 1, nameservers: ['ns.former.example'], records: [] };
    await driver.deliver(changed.domain, async () => former, inTime());
    const answers = async ({ domain }: Domain) => (await ask(powerdns.port, `www.${domain}`)).answers;
    assert.deepEqual([await answers(lost), await answers(changed)], [[], []]);

    // The first one looks, the second one delivers.
    await deliver();
    await deliver();
    for (const own of [lost, changed]) assert.deepEqual(await answers(own), [`www.${own.domain} A 192.0.2.1`]);
  });

  test('the partners’ domains are delivered, and the zone of a deleted site is removed', async () => {
    const own = await domainOwner(server);
    await own.save([a('www', '192.0.2.1')]);
    await deliver();
    const { sitesDomain } = own.partner;
    assert.deepEqual((await ask(powerdns.port, `any.${sitesDomain}`)).answers, [`any.${sitesDomain} A 192.0.2.10`]);
    assert.equal((await ask(powerdns.port, `www.${own.domain}`)).rcode, 'NOERROR');
    await deleteSite(server.db, own.siteId);
    await deliver();
    assert.equal((await ask(powerdns.port, `www.${own.domain}`)).rcode, 'REFUSED');
  });
});
