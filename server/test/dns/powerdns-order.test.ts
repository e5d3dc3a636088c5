import type { DnsRecord, DnsZone } from '@panel/contract';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { deleteSite } from '../../src/modules/dns/delete-site.repo.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { ask, deliverAll, domainOwner, type Domain } from './dns-support.ts';
import { noPowerDns, preparePowerDns, type PowerDns } from './pdns-process.ts';

const record = (value: string): DnsRecord => ({ type: 'A', name: 'www', ttl: 600, value });

describe('deliveries to PowerDNS at the same time', { skip: noPowerDns }, () => {
  let powerdns: PowerDns;
  let server: TestServer;
  /** In front of PowerDNS' API, so that a test decides when a request goes on. */
  let gate: Server;
  let onRequest: (method: string, url: string) => Promise<void>;

  before(async () => {
    powerdns = await preparePowerDns();
    await powerdns.start();
    const { origin, password } = new URL(powerdns.url);
    gate = createServer((req, res) => {
      const { method = 'GET', url = '/' } = req;
      const pass = async () => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : await text(req);
        await onRequest(method, url);
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
    onRequest = async (method, url) => {
      if (method !== 'GET' || !url.endsWith(`/${domain}.`) || proven) return;
      proven = await domainOwner(server, domain);
      await proven.save([record('192.0.2.3')]);
      await served(proven);
    };
    await deliverAll(server.app);
    assert.ok(proven);
    await deliverAll(server.app);
    assert.deepEqual(await answers(proven), [`www.${domain} A 192.0.2.3`]);
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
