import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Ssl } from '@panel/contract';
import { eq } from 'drizzle-orm';
import { acmeChallenge, certificate, workloadHost, task } from '../../src/db/schema.ts';
import type { DnsServer } from '../../src/dns/dns-server.ts';
import { requestDue } from '../../src/modules/certificate/certificate-due.repo.ts';
import { until } from '../../src/testing/index.ts';
import { ask, deliverAll, domainOwner } from '../dns/dns-support.ts';
import { noPowerDns, preparePowerDns, type PowerDns } from '../dns/pdns-process.ts';
import { resolverOf, type World } from '../domain/domain-support.ts';
import { ended, readySite, tenant } from '../site/site-support.ts';
import { noPebble, preparePebble, type Pebble } from './pebble-process.ts';
import { askTls, tlsPanel } from './tls-support.ts';

describe('certificates by dns-01 through PowerDNS', { skip: noPebble || noPowerDns }, () => {
  const world: World = new Map();
  let pebble: Pebble;
  let powerdns: PowerDns;
  let resolver: DnsServer;
  before(async () => {
    [pebble, powerdns, resolver] = await Promise.all([preparePebble(), preparePowerDns(), resolverOf(world)]);
    await powerdns.start();
  });
  const panel = tlsPanel(() => ({
    env: {
      ...pebble.env,
      ...{ POWERDNS_URL: powerdns.url, DNS_RESOLVERS: `127.0.0.1:${resolver.port}`, SITE_ADDRESSES: '127.0.0.1' },
    },
  }));
  // The authority asks PowerDNS, and nothing else knows the answers.
  before(() => pebble.start({ port: panel.server.port, dnsPort: powerdns.port }));
  after(async () => {
    await pebble.close();
    await powerdns.close();
    await resolver.close();
  });

  const noChallengeLeft = async (name: string) => {
    assert.deepEqual((await ask(powerdns.port, `_acme-challenge.${name}`, 'TXT')).answers, []);
    assert.deepEqual(await panel.server.db.select().from(acmeChallenge), []);
  };

  test('the wildcard of a sites domain is issued while its zone is delivered again and again, and is served', async () => {
    const { db, app } = panel.server;
    const own = await tenant(panel.server);
    const { sitesDomain, nameservers, id } = own.partner;
    const { fqdn } = await readySite(own, 'first');
    world.set(sitesDomain, { nameservers });
    await deliverAll(app);
    await requestDue(app);
    const tasks = await until('the request to end', async () => {
      await deliverAll(app);
      const rows = await db.select().from(task).where(eq(task.resourceId, id));
      return rows.length > 0 && rows.every(({ endedAt }) => endedAt !== null) && rows;
    });
    assert.deepEqual(
      tasks.map(({ kind, status, attempt }) => [kind, status, attempt]),
      [['certificate.wildcard', 'succeeded', 1]],
    );
    const [issued] = await db.select().from(certificate).where(eq(certificate.resourceId, id));
    assert.deepEqual(issued?.hosts, [`*.${sitesDomain}`]);
    assert.equal((await askTls({ ...panel.at(fqdn), ca: await pebble.root() })).status, 200);
    await noChallengeLeft(sitesDomain);
  });

  test("a customer's domain whose zone is here, but that leads elsewhere, is proven by DNS; its records stay", async () => {
    const own = await domainOwner(panel.server);
    const { partner, domain, client } = own;
    const { site_id: siteId, fqdn } = await readySite(own, 'proxied');
    const host = `shop.${domain}`;
    await panel.server.db.insert(workloadHost).values({ workloadId: siteId, fqdn: host });
    world.set(domain, { nameservers: partner.nameservers });
    // Nothing listens there.
    await own.save([
      { type: 'A', name: 'shop', ttl: 300, value: '127.0.0.99' },
      { type: 'TXT', name: '_acme-challenge.shop', ttl: 300, value: 'of-the-customer' },
    ]);
    await deliverAll(panel.server.app);
    const started = await client.post(`/site/${siteId}/ssl`);
    const { status, log } = await ended(client, started.body['task_id']);
    assert.equal(status, 'succeeded', JSON.stringify(log));
    assert.ok(log.some(({ text }) => text.endsWith(`Proving ${host} by DNS.`)));
    const hosts = (await client.get<Ssl>(`/site/${siteId}/ssl`)).body.certificate?.hosts.toSorted();
    assert.deepEqual(hosts, [fqdn, host].toSorted());
    assert.deepEqual((await ask(powerdns.port, host)).answers, [`${host} A 127.0.0.99`]);
    const texts = (await ask(powerdns.port, `_acme-challenge.${host}`, 'TXT')).answers;
    assert.deepEqual(texts, [`_acme-challenge.${host} TXT of-the-customer`]);
    assert.deepEqual(await panel.server.db.select().from(acmeChallenge), []);
  });
});
