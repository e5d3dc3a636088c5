import { CSRF_COOKIE, type Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { sessionCookieName } from '../../src/context/cookies.ts';
import { csrfToken } from '../../src/context/csrf.ts';
import {
  certificate,
  dnsZone,
  notification,
  partner,
  partnerHost,
  sslSetting,
  task,
  user,
} from '../../src/db/schema.ts';
import type { DnsServer } from '../../src/dns/dns-server.ts';
import { requestDue } from '../../src/modules/certificate/certificate-due.repo.ts';
import { openSession } from '../../src/modules/session/session.service.ts';
import { Client, until, type PartnerRow } from '../../src/testing/index.ts';
import { resolverOf, type World } from '../domain/domain-support.ts';
import { noPebble, preparePebble, type Pebble } from './pebble-process.ts';
import { askTls, certificateAt, tlsPanel } from './tls-support.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const PAGE = { accept: 'text/html' };

describe('certificates of panel hosts by ACME', { skip: noPebble }, () => {
  const world: World = new Map();
  let pebble: Pebble;
  let resolver: DnsServer;
  before(async () => {
    pebble = await preparePebble();
    resolver = await resolverOf(world);
  });
  const panel = tlsPanel(() => ({
    env: {
      ...{ ...pebble.env, DNS_PORT: '0', PUBLIC_URL: 'https://panel.example', HTTPS_PUBLIC_PORT: '443' },
      ...{ TRUST_PROXY: 'loopback', SITE_ADDRESSES: '127.0.0.1', ACME_WILDCARD: 'off' },
      DNS_RESOLVERS: `127.0.0.1:${resolver.port}`,
    },
  }));
  before(() => pebble.start({ port: panel.server.port, dnsPort: panel.server.dnsPort ?? 0 }));
  after(async () => {
    await pebble.close();
    await resolver.close();
  });

  /** The name leads to this server from now on. */
  const lead = (partnerId: string, host: string, value = '127.0.0.1') =>
    panel.server.db.insert(dnsZone).values({
      ...{ partnerId, resource: 'site' as const, resourceId: randomUUID(), fqdn: host, serial: 1, servedSerial: 1 },
      records: [{ type: 'A' as const, name: '@', ttl: 300, value }],
    });
  /** A partner whose panel has a public name. */
  async function partnerAt(word: string): Promise<PartnerRow & { host: string }> {
    const { app, db, scenario } = panel.server;
    const row = await scenario.partner();
    const host = `${word}.${row.slug}.example`;
    await db.update(partner).set({ domain: host }).where(eq(partner.id, row.id));
    await db.insert(partnerHost).values({ host, partnerId: row.id });
    await app.partners.changed(row.id);
    return { ...row, domain: host, host };
  }
  const ordersOf = (id: string) =>
    panel.server.db
      .select()
      .from(task)
      .where(and(eq(task.resourceId, id), eq(task.kind, 'certificate.panel')));
  /** The orders of a panel, once the schedule has run and all have ended. */
  async function ordered(id: string) {
    await requestDue(panel.server.app);
    return until('the orders to end', async () => {
      const rows = await ordersOf(id);
      return rows.every(({ endedAt }) => endedAt !== null) && rows;
    });
  }
  const rowsOf = (id: string) => panel.server.db.select().from(certificate).where(eq(certificate.resourceId, id));
  const settingOf = async (id: string) =>
    (await panel.server.db.select().from(sslSetting).where(eq(sslSetting.resourceId, id)))[0];
  const plain = (host: string, path: string, headers: Record<string, string> = PAGE, method = 'GET') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = panel.server;
      const req = request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers }, agent: false });
      req
        .once('response', (res) => resolve(res.resume()))
        .once('error', reject)
        .end();
    });

  test('a panel host gets its certificate by the schedule, is served by HTTPS, and the wildcard of its partner stays', async () => {
    const { id, host, sitesDomain } = await partnerAt('panel');
    await lead(id, host);
    assert.notEqual((await plain(host, '/login')).statusCode, 308, 'nobody is sent to HTTPS before there is one');
    await assert.rejects(certificateAt({ ...panel.at(host), ca: await pebble.root() }));
    const [order, ...others] = await ordered(id);
    assert.deepEqual([order?.status, others.length], ['succeeded', 0], JSON.stringify(order));
    const ca = await pebble.root();
    assert.equal((await certificateAt({ ...panel.at(host), ca })).subjectaltname, `DNS:${host}`);
    assert.equal((await askTls({ ...panel.at(host), ca, path: '/partner/whitelabel' })).status, 200);

    const sent = await plain(host, '/login?next=%2F%2Fevil.example');
    assert.deepEqual(
      [sent.statusCode, sent.headers.location, sent.headers['cache-control']],
      [308, `https://${host}/login?next=%2F%2Fevil.example`, 'no-store'],
    );
    assert.equal((await plain(host, '//evil')).headers.location, `https://${host}//evil`);
    const stays = await Promise.all([
      plain(host, '/login', { ...PAGE, 'x-forwarded-proto': 'https' }),
      plain(host, '/partner/whitelabel', { accept: 'application/json' }),
      plain(host, '/partner/whitelabel'),
      plain(host, '/.well-known/acme-challenge/unknown'),
      plain(host, '/healthz'),
      plain(host, '/assets/page.js'),
      plain(host, '/login', PAGE, 'POST'),
    ]);
    assert.ok(
      stays.every(({ statusCode }) => statusCode !== 308),
      JSON.stringify(stays.map((each) => each.statusCode)),
    );

    const { id: _id, ...first } = (await rowsOf(id))[0] ?? assert.fail();
    const wildcard = { resource: 'partner' as const, hosts: [`*.${sitesDomain}`] };
    await panel.server.db.insert(certificate).values({ ...first, ...wildcard, taskId: null });
    assert.equal((await ordered(id)).length, 1, 'a good one is not ordered again');
    const life = { notBefore: daysFromNow(-61), notAfter: daysFromNow(29) };
    await panel.server.db
      .update(certificate)
      .set(life)
      .where(eq(certificate.taskId, order?.id ?? ''));
    assert.equal((await ordered(id)).length, 2);
    const left = await rowsOf(id);
    assert.deepEqual(left.map(({ resource }) => resource).sort(), ['panel', 'partner']);
    const renewed = left.find(({ resource }) => resource === 'panel');
    assert.notEqual(renewed?.fingerprint, first.fingerprint);
    const seen = await certificateAt({ ...panel.at(host), ca });
    assert.equal(seen.fingerprint256.replaceAll(':', '').toLowerCase(), renewed?.fingerprint);

    await panel.server.db.delete(partner).where(eq(partner.id, id));
    assert.deepEqual([await rowsOf(id), await settingOf(id)], [[], undefined]);
  });

  test('closed partners, names that are nobody’s and names of one machine start no order, and a stored wildcard is enough', async () => {
    const { db, app } = panel.server;
    const closed = await partnerAt('closed');
    await db.update(partner).set({ suspendedAt: new Date() }).where(eq(partner.id, closed.id));
    const local = await panel.server.scenario.partner();
    assert.match(local.domain, /\.localhost$/);
    const covered = await partnerAt('covered');
    const name = covered.host.replace('covered', '*');
    const issued = { chain: '', sealedKey: '', fingerprint: '', issuer: '', kind: 'acme' as const };
    const life = { notBefore: daysFromNow(-1), notAfter: daysFromNow(80) };
    const owner = { resource: 'partner' as const, resourceId: covered.id };
    const [wildcard] = await db
      .insert(certificate)
      .values({ ...issued, ...life, ...owner, hosts: [name] })
      .returning();
    const before = await db.$count(task);
    await assert.rejects(certificateAt({ ...panel.at('nobody.example'), ca: '' }));
    await requestDue(app);
    assert.equal(await db.$count(task), before);
    await db.delete(certificate).where(eq(certificate.id, wildcard?.id ?? ''));
    await db.update(partner).set({ suspendedAt: new Date() }).where(eq(partner.id, covered.id));
  });

  test('a failure is told to operators once, tried again after half a day, and over once the name leads here', async () => {
    const { db } = panel.server;
    const { id, host } = await partnerAt('away');
    const [operator] = await db
      .insert(user)
      .values({ email: `ops@${host}`, role: 'superadmin', partnerId: null })
      .returning();
    const tellings = () =>
      db
        .select()
        .from(notification)
        .where(eq(notification.userId, operator?.id ?? ''));
    for (const [again, orders] of [
      [false, 1],
      [false, 1],
      [true, 2],
    ] as const) {
      if (again)
        await db
          .update(sslSetting)
          .set({ failedAt: daysFromNow(-1) })
          .where(eq(sslSetting.resourceId, id));
      const all = await ordered(id);
      assert.deepEqual([all.length, all.every(({ status }) => status === 'failed')], [orders, true]);
      const told = await tellings();
      assert.equal(told.length, 1);
      assert.match(
        told[0]?.description ?? '',
        new RegExp(`no new certificate for the panel at ${host}\\. .*did not reach`),
      );
      assert.equal(told[0]?.link, `/admin/partners?q=${host}`);
    }
    await lead(id, host);
    await db
      .update(sslSetting)
      .set({ failedAt: daysFromNow(-1) })
      .where(eq(sslSetting.resourceId, id));
    assert.equal((await ordered(id)).filter(({ status }) => status === 'succeeded').length, 1);
    assert.deepEqual([(await settingOf(id))?.error, (await tellings()).length], [null, 1]);
  });

  test('a host that the authority does not reach is proven by DNS where its zone is here', async () => {
    const { id, host, nameservers } = await partnerAt('fronted');
    // Nothing listens there.
    await lead(id, host, '127.0.0.9');
    world.set(host, { nameservers });
    const [order, ...others] = await ordered(id);
    assert.deepEqual([order?.status, others.length], ['succeeded', 0], JSON.stringify(order));
    assert.match(JSON.stringify(await panel.server.app.tasks.find(order?.id ?? '')), /Proving fronted\.[^ ]+ by DNS/);
  });

  test('an operator requests it, reads until when it is, and a changed host gets another one', async () => {
    const { app, db, port } = panel.server;
    const { id, host } = await partnerAt('before');
    await lead(id, host);
    const at = await partnerAt('operators');
    await lead(at.id, at.host);
    const [row] = await db
      .insert(user)
      .values({ email: `ops@${at.host}`, role: 'superadmin', partnerId: null })
      .returning();
    const from = { partnerId: at.id, request: { ip: '127.0.0.1', userAgent: 'test' } };
    const session = await openSession(db, row ?? assert.fail(), from, app.clock.now());
    const staff = new Client(port, at.host, {
      [sessionCookieName(true)]: session.id,
      [CSRF_COOKIE]: csrfToken(session.csrfSecret, at.id),
    });
    const shown = async () => (await staff.get<Reseller>(`/platform/partners/${id}`)).body.certificate;
    assert.deepEqual(await shown(), { state: 'missing', not_after: null, error: null, task_id: null });
    const started = await staff.post(`/platform/partners/${id}/certificate`);
    assert.equal(started.status, 200, started.text);
    const { certificate: running } = started.body['data'] as Reseller;
    assert.equal((await app.tasks.waitFor(running.task_id ?? '')).status, 'succeeded');
    const { state, not_after: end } = await shown();
    assert.deepEqual([state, Date.parse(end ?? '') > Date.now()], ['issued', true]);

    const next = host.replace('before', 'after');
    await lead(id, next);
    const moved = await staff.put(`/platform/partners/${id}`, { host: next });
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual(await rowsOf(id), []);
    await gone(host);
    assert.equal((await ordered(id)).at(-1)?.status, 'succeeded');
    const ca = await pebble.root();
    assert.equal((await certificateAt({ ...panel.at(next), ca })).subjectaltname?.includes(`DNS:${next}`), true);
  });

  /** Messages to the listener are on their way for a moment. */
  const gone = (host: string) =>
    until('the former host to be served no more', async () =>
      certificateAt({ ...panel.at(host), ca: await pebble.root() }).then(
        () => false,
        () => true,
      ),
    );
});
