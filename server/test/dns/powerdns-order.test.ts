import type { DnsRecord, DnsZone } from '@panel/contract';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createPowerDns } from '../../src/dns/powerdns.ts';
import { deliverChallenges } from '../../src/modules/certificate/challenge-zone.ts';
import { addChallenge, removeChallenge } from '../../src/modules/dns/challenge.repo.ts';
import { deliverZones } from '../../src/modules/dns/dns-delivery.ts';
import { deliverAgain } from '../../src/modules/dns/dns.repo.ts';
import { deleteSite } from '../../src/modules/dns/delete-site.repo.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { ask, deliverAll, domainOwner, type Domain } from './dns-support.ts';
import { noPowerDns, preparePowerDns, type PowerDns } from './pdns-process.ts';

const record = (value: string): DnsRecord => ({ type: 'A', name: 'www', ttl: 600, value });
const inTime = () => AbortSignal.timeout(30_000);

describe('deliveries to PowerDNS at the same time', { skip: noPowerDns }, () => {
  let powerdns: PowerDns;
  let server: TestServer;
  /** In front of PowerDNS' API, so that a test decides when a request goes on. */
  let gate: Server;
  /** A status is answered instead. */
  let onRequest: (method: string, url: string) => Promise<number | void>;

  before(async () => {
    powerdns = await preparePowerDns();
    await powerdns.start();
    const { origin, password } = new URL(powerdns.url);
    gate = createServer((req, res) => {
      const { method = 'GET', url = '/' } = req;
      const pass = async () => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : await text(req);
        const refused = await onRequest(method, url);
        if (refused) return void res.writeHead(refused).end();
        const headers = { 'x-api-key': password, 'content-type': 'application/json' };
        const answer = await fetch(origin + url, { method, headers, body });
        res.writeHead(answer.status).end(await answer.text());
      };
      pass().catch(() => res.destroy());
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const address = `http://:${password}@127.0.0.1:${(gate.address() as AddressInfo).port}`;
    server = await startTestServer({ env: { POWERDNS_URL: address, SITE_ADDRESSES: '192.0.2.10' } });
  });
  beforeEach(() => void (onRequest = async () => undefined));
  after(async () => {
    await server.stop();
    gate.closeAllConnections();
    gate.close();
    await powerdns.close();
  });

  const served = ({ client, domain }: Domain) =>
    until('the zone to be served', async () => {
      const zone = (await client.get<DnsZone>(`/dns/get/${domain}`)).body;
      return zone.is_served && zone;
    });
  const answers = async ({ domain }: Domain) => (await ask(powerdns.port, `www.${domain}`)).answers;

  test('a zone that is delivered while others are removed stays', async () => {
    let own: Domain | undefined;
    onRequest = async (method, url) => {
      if (method !== 'GET' || !url.endsWith('/zones') || own) return;
      own = await domainOwner(server);
      await own.save([record('192.0.2.1')]);
      await served(own);
    };
    await deliverAll(server.app);
    assert.ok(own);
    assert.deepEqual(await answers(own), [`www.${own.domain} A 192.0.2.1`]);
  });

  test('a zone that comes back while its former one is removed is delivered again', async () => {
    const former = await domainOwner(server);
    await former.save([record('192.0.2.1')]);
    await served(former);

    await deleteSite(server.db, former.siteId);
    let back: Domain | undefined;
    onRequest = async (method, url) => {
      if (method !== 'DELETE' || !url.endsWith(`/${former.domain}.`) || back) return;
      back = await domainOwner(server, former.domain);
      await back.save([record('192.0.2.2')]);
      await served(back);
    };
    await deliverAll(server.app);
    assert.ok(back);
    await deliverAll(server.app);
    assert.deepEqual(await answers(back), [`www.${back.domain} A 192.0.2.2`]);
  });

  test('a claim that is proven while it is delivered keeps the records of its zone', async () => {
    const own = await tenant(server);
    const site = await server.scenario.site(own.partner, own.customer, { name: 'shop' });
    const domain = `proven-${own.partner.slug}.example`;
    await server.scenario.domain(site, { domain, state: 'unproven' });
    let proven: Domain | undefined;
    let beforehand: string[] = [];
    onRequest = async (method, url) => {
      if (method !== 'GET' || !url.endsWith(`/${domain}.`) || proven) return;
      proven = await domainOwner(server, domain);
      await proven.save([record('192.0.2.3')]);
      // By another process; this one waits for its turn.
      await deliverZones({ ...server.app, dns: createPowerDns(powerdns.url) }, inTime());
      beforehand = await answers(proven);
    };
    await deliverAll(server.app);
    assert.ok(proven);
    await deliverAll(server.app);
    const expected = [`www.${domain} A 192.0.2.3`];
    assert.deepEqual([beforehand, await answers(proven)], [expected, expected]);
  });

  /** What another process of the installation does for a certificate: it has a driver of its own. */
  const elsewhere = (name: string) =>
    deliverChallenges({ ...server.app, dns: createPowerDns(powerdns.url), siteAddresses: [] }, name, inTime());
  const challengeOf = async (name: string) => (await ask(powerdns.port, name, 'TXT')).answers;

  for (const kind of ['panel.dns-zones', 'panel.dns']) {
    test(`a challenge that is stored after ${kind} has read its zone is served at the end`, async () => {
      const own = await domainOwner(server);
      // The zone is there.
      await deliverAll(server.app);
      const zone = kind === 'panel.dns' ? own.partner.sitesDomain : own.domain;
      const name = `_acme-challenge.${zone}`;
      let seen: string[] | undefined;
      onRequest = async (method, url) => {
        if (method !== 'GET' || !url.endsWith(`/${zone}.`) || seen) return;
        seen = [];
        await addChallenge(server.db, `token-${kind}`, name, 'value');
        await elsewhere(name);
        seen = await challengeOf(name);
      };
      await deliverAgain(server.db, [zone]);
      await deliverAll(server.app);
      assert.deepEqual(seen, [`${name} TXT value`]);
      assert.deepEqual(await challengeOf(name), [`${name} TXT value`]);
      await removeChallenge(server.db, `token-${kind}`);
      await elsewhere(name);
      assert.deepEqual(await challengeOf(name), []);
    });
  }

  test('a zone that another process creates meanwhile is delivered, too', async () => {
    const { db, app } = server;
    const { partner } = await domainOwner(server);
    const name = `_acme-challenge.${partner.sitesDomain}`;
    await addChallenge(db, 'token-first', name, 'first');
    let isOpen = false;
    onRequest = async (method) => {
      if (method !== 'POST' || isOpen) return;
      isOpen = true;
      await elsewhere(name);
      await addChallenge(db, 'token-second', name, 'second');
    };
    await deliverChallenges({ ...app, siteAddresses: [] }, name, inTime());
    assert.ok(isOpen);
    assert.deepEqual((await challengeOf(name)).toSorted(), [`${name} TXT first`, `${name} TXT second`]);
  });

  test('a version that is saved while a challenge is delivered is served at the end, and so is the challenge', async () => {
    const own = await domainOwner(server);
    await own.save([record('192.0.2.1')]);
    await deliverAll(server.app);
    const name = `_acme-challenge.${own.domain}`;
    await addChallenge(server.db, 'token-late', name, 'value');
    let seen: string[] | undefined;
    onRequest = async (method, url) => {
      if (method !== 'GET' || !url.endsWith(`/${own.domain}.`) || seen) return;
      seen = [];
      await own.save([record('192.0.2.2')]);
      await elsewhere(name);
      seen = await answers(own);
    };
    await deliverChallenges({ ...server.app, siteAddresses: [] }, name, inTime());
    const expected = [`www.${own.domain} A 192.0.2.2`];
    assert.deepEqual([seen, await answers(own)], [expected, expected]);
    assert.deepEqual(await challengeOf(name), [`${name} TXT value`]);
  });

  test('a change that fails since the server is busy with another one is tried again; one that it refuses is not', async () => {
    const own = await domainOwner(server);
    await deliverAll(server.app);
    let [status, left, changes] = [500, 2, 0];
    onRequest = async (method, url) => {
      if (method !== 'PATCH' || !url.endsWith(`/${own.domain}.`)) return undefined;
      changes += 1;
      left -= 1;
      return left >= 0 ? status : undefined;
    };
    const name = `_acme-challenge.${own.domain}`;
    await addChallenge(server.db, 'token-busy', name, 'value');
    const deliver = () => deliverChallenges({ ...server.app, siteAddresses: [] }, name, inTime());
    await deliver();
    assert.deepEqual([changes, await challengeOf(name)], [3, [`${name} TXT value`]]);
    [status, left, changes] = [422, 1, 0];
    await assert.rejects(deliver(), { message: 'The DNS server refused the records.' });
    assert.equal(changes, 1);
    [status, left] = [500, Infinity];
    await assert.rejects(deliver(), { message: 'The DNS server could not store the records.' });
    await removeChallenge(server.db, 'token-busy');
  });

  test('deliveries of one zone by one process follow each other, and those of another do not wait', async () => {
    const [own, other] = [await domainOwner(server), await domainOwner(server)];
    await deliverAll(server.app);
    const requests: string[] = [];
    let open: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (open = resolve));
    onRequest = async (method, url) => {
      if (!url.endsWith(`/${own.domain}.`)) return;
      requests.push(method);
      if (requests.length === 2) await held;
    };
    const deliver = ({ domain }: Domain) =>
      deliverChallenges({ ...server.app, siteAddresses: [] }, `_acme-challenge.${domain}`, inTime());
    const both = [deliver(own), deliver(own)];
    await until('the first to be under way', async () => requests.length >= 2);
    await deliver(other);
    open?.();
    await Promise.all(both);
    assert.deepEqual(requests, ['GET', 'PATCH', 'GET', 'PATCH']);
  });

  test('of many versions of a zone the newest one is served at the end, and one at a time is delivered', async () => {
    const own = await domainOwner(server);
    await deliverAll(server.app);
    let open: (() => void) | undefined;
    const saved = new Promise<void>((resolve) => (open = resolve));
    let running = 0;
    let most = 0;
    onRequest = async (method, url) => {
      if (method !== 'PATCH' || !url.endsWith(`/${own.domain}.`)) return;
      running += 1;
      most = Math.max(most, running);
      await saved;
      running -= 1;
    };
    for (const value of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await own.save([record(value)]);
    await until('a delivery', async () => running > 0);
    await own.save([record('192.0.2.4')]);
    open?.();
    await served(own);
    assert.equal(most, 1);
    assert.deepEqual(await answers(own), [`www.${own.domain} A 192.0.2.4`]);
  });
});
