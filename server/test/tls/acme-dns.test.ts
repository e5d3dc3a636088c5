import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DnsRecord, Ssl, Task } from '@panel/contract';
import { and, eq, sql } from 'drizzle-orm';
import { acmeChallenge, certificate, workloadHost, sslSetting, task } from '../../src/db/schema.ts';
import type { DnsServer } from '../../src/dns/dns-server.ts';
import { notifyOfEnds, requestDue } from '../../src/modules/certificate/certificate-due.repo.ts';
import { addChallenge, removeChallenge } from '../../src/modules/dns/challenge.repo.ts';
import { until, type PartnerRow } from '../../src/testing/index.ts';
import { resolverOf, type World } from '../domain/domain-support.ts';
import { ask, domainOwner } from '../dns/dns-support.ts';
import { ended, readySite, tenant } from '../site/site-support.ts';
import { noPebble, preparePebble, type Pebble } from './pebble-process.ts';
import { askTls, tlsPanel } from './tls-support.ts';

const DAY_MS = 86_400_000;
const ttl = 300;

describe('certificates by dns-01', { skip: noPebble }, () => {
  const world: World = new Map();
  let pebble: Pebble;
  let resolver: DnsServer;
  before(async () => {
    pebble = await preparePebble();
    resolver = await resolverOf(world);
  });
  const panel = tlsPanel(() => ({
    env: { ...pebble.env, DNS_PORT: '0', DNS_RESOLVERS: `127.0.0.1:${resolver.port}`, SITE_ADDRESSES: '127.0.0.1' },
  }));
  const dnsPort = () => panel.server.dnsPort ?? 0;
  before(() => pebble.start({ port: panel.server.port, dnsPort: dnsPort() }));
  after(async () => {
    await pebble.close();
    await resolver.close();
  });

  /** Resolvers see the partner's name servers at its sites domain from now on. */
  const delegate = ({ sitesDomain, nameservers }: Pick<PartnerRow, 'sitesDomain' | 'nameservers'>) =>
    void world.set(sitesDomain, { nameservers });
  const openOf = (resourceId: string) =>
    panel.server.db
      .select()
      .from(task)
      .where(and(eq(task.resourceId, resourceId), sql`${task.kind} like 'certificate.%'`));
  const wildcardOf = async (partnerId: string) =>
    (await panel.server.db.select().from(certificate).where(eq(certificate.resourceId, partnerId)))[0];
  /** The requests of a resource once all have ended. */
  const requested = (resourceId: string) =>
    until('the requests to end', async () => {
      const rows = await openOf(resourceId);
      return rows.length > 0 && rows.every(({ endedAt }) => endedAt !== null) && rows;
    });

  test('one certificate for all sub-domains of a delegated sites domain is requested, served, used, and renewed', async () => {
    const own = await tenant(panel.server);
    const { partner, client } = own;
    const { site_id: id, fqdn } = await readySite(own, 'first');
    delegate(partner);
    await requestDue(panel.server.app);
    const [order, ...others] = await requested(partner.id);
    assert.deepEqual([order?.kind, order?.status, others.length], ['certificate.wildcard', 'succeeded', 0]);
    assert.deepEqual(await openOf(id), [], 'its sites have no order of their own');
    const first = await wildcardOf(partner.id);
    assert.deepEqual(first?.hosts, [`*.${partner.sitesDomain}`]);
    const ca = await pebble.root();
    assert.equal((await askTls({ ...panel.at(fqdn), ca })).status, 200);
    const later = await readySite(own, 'later');
    await requestDue(panel.server.app);
    assert.equal((await askTls({ ...panel.at(later.fqdn), ca })).status, 200);
    const { text: shown } = await client.get(`/site/${later.site_id}/ssl`);
    assert.match(shown, new RegExp(`\\*\\.${partner.sitesDomain}`));
    // Asked for by a person, it is shown to be served, without an order.
    const started = await client.post(`/site/${later.site_id}/ssl`);
    assert.equal((await ended(client, started.body['task_id'])).status, 'succeeded');
    const ofSites = await panel.server.db.select().from(certificate).where(eq(certificate.resourceId, later.site_id));
    assert.deepEqual(ofSites, []);
    assert.equal((await client.get<Ssl>(`/site/${later.site_id}/ssl`)).body.check?.ok, true);

    const name = `_acme-challenge.${partner.sitesDomain}`;
    assert.deepEqual((await ask(dnsPort(), name, 'TXT')).answers, []);
    const life = { notBefore: new Date(Date.now() - 61 * DAY_MS), notAfter: new Date(Date.now() + 29 * DAY_MS) };
    await panel.server.db.update(certificate).set(life).where(eq(certificate.resourceId, partner.id));
    await requestDue(panel.server.app);
    assert.equal((await requested(partner.id)).length, 2);
    assert.notEqual((await wildcardOf(partner.id))?.fingerprint, first?.fingerprint);

    // The site's previous certificate expires without a notice: another one is served.
    const { id: _id, ...row } = first ?? assert.fail();
    const ending = { notBefore: new Date(Date.now() - 80 * DAY_MS), notAfter: new Date(Date.now() + 7 * DAY_MS) };
    await panel.server.db
      .insert(certificate)
      .values({ ...row, ...ending, resource: 'site', resourceId: id ?? '', hosts: [fqdn] });
    assert.equal(await notifyOfEnds(panel.server.app), 0);
    await requestDue(panel.server.app);
    assert.equal((await requested(partner.id)).length, 2);
  });

  test('all values of a challenge are served at once, beside those of the zone, and go at once', async () => {
    const { db } = panel.server;
    const own = await domainOwner(panel.server);
    const record: DnsRecord = { type: 'TXT', name: '_acme-challenge', ttl, value: 'of-the-customer' };
    await own.save([record]);
    const name = `_acme-challenge.${own.domain}`;
    const values = async () =>
      (await ask(dnsPort(), name, 'TXT', 4096)).answers.map((each) => each.split(' ').at(-1)).sort();
    await until('the zone to be served', async () => (await values()).length === 1);
    await addChallenge(db, 'token-1', name, 'value-1');
    await addChallenge(db, 'token-2', name, 'value-2');
    await addChallenge(db, 'token-3', `_acme-challenge.www.${own.domain}`, 'value-3');
    assert.deepEqual(await values(), ['of-the-customer', 'value-1', 'value-2']);
    assert.equal((await ask(dnsPort(), name.replace('_acme', '_Acme'), 'TXT', 4096)).answers.length, 3);
    for (const token of ['token-1', 'token-2', 'token-3']) await removeChallenge(db, token);
    assert.deepEqual(await values(), ['of-the-customer']);
  });

  test('a name server that answers without the record is said, and sites get certificates of their own meanwhile', async () => {
    const own = await tenant(panel.server);
    const { partner } = own;
    const { site_id: id } = await readySite(own, 'fallback');
    delegate(partner);
    const { db } = panel.server;
    await db.execute(sql`create function lose_challenge() returns trigger language plpgsql as $$ begin
      return case when new.host like '\\_acme%' then null else new end; end $$`);
    await db.execute(
      sql`create trigger lose_challenge before insert on acme_challenge for each row execute function lose_challenge()`,
    );
    try {
      await requestDue(panel.server.app);
      const [order] = await requested(partner.id);
      assert.equal(order?.status, 'failed');
      const [setting] = await db.select().from(sslSetting).where(eq(sslSetting.resourceId, partner.id));
      assert.match(
        setting?.error ?? '',
        new RegExp(`localhost did not find its TXT record at _acme-challenge\\.${partner.sitesDomain}\\. Check`),
      );
      assert.equal(await wildcardOf(partner.id), undefined);
      await requestDue(panel.server.app);
      const [single] = await requested(id);
      assert.deepEqual([single?.kind, single?.status], ['certificate.request', 'succeeded']);
      assert.equal((await requested(partner.id)).length, 1, 'it is not tried again at once');
      assert.deepEqual(await db.select().from(acmeChallenge), []);
    } finally {
      await db.execute(sql`drop trigger lose_challenge on acme_challenge`);
      await db.execute(sql`drop function lose_challenge`);
    }
  });

  test('a sites domain that other name servers answer for gets none', async () => {
    const { partner } = await tenant(panel.server);
    world.set(partner.sitesDomain, {});
    await requestDue(panel.server.app);
    assert.deepEqual(await openOf(partner.id), []);
  });

  test('a domain whose zone is here, but that leads elsewhere, is proven by DNS', async () => {
    const own = await domainOwner(panel.server);
    const { partner, domain } = own;
    const { site_id: id, fqdn } = await readySite(own, 'proxied');
    await panel.server.db.insert(workloadHost).values({ workloadId: id, fqdn: `shop.${domain}` });
    // Nothing listens there.
    await own.save([{ type: 'A', name: 'shop', ttl, value: '127.0.0.99' }]);
    const request = async (): Promise<Task> => {
      const started = await own.client.post(`/site/${id}/ssl`);
      assert.equal(started.status, 200, started.text);
      return ended(own.client, started.body['task_id']);
    };
    const hosts = async () => (await own.client.get<Ssl>(`/site/${id}/ssl`)).body.certificate?.hosts.toSorted();
    await until('the zone to be served', async () => (await ask(dnsPort(), `shop.${domain}`)).answers.length === 1);
    world.set(domain, {});
    const alone = await request();
    assert.equal(alone.status, 'succeeded');
    const reason = 'Check that its A and AAAA records have 127.0.0.1 and no other address, and that port 80 is open.';
    assert.ok(
      alone.log.some(({ text }) => text.includes(`localhost did not reach this server at`) && text.includes(reason)),
    );
    assert.deepEqual(await hosts(), [fqdn], 'without a delegation nobody would ask us');
    world.set(domain, { nameservers: partner.nameservers });
    const task = await request();
    assert.equal(task.status, 'succeeded', JSON.stringify(task));
    assert.ok(
      task.log.some(({ text }) => text.endsWith(`Proving shop.${domain} by DNS.`)),
      JSON.stringify(task.log),
    );
    assert.deepEqual(await hosts(), [fqdn, `shop.${domain}`].toSorted());
  });
});
