import assert from 'node:assert/strict';
import { test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { certificate, workload, sslSetting } from '../../src/db/schema.ts';
import { certificatesOf, servedFor, writeSslSetting } from '../../src/modules/certificate/certificate.repo.ts';
import { certificateRow } from '../../src/modules/certificate/certificate-source.ts';
import { createSecureContexts, type Served } from '../../src/tls/secure-contexts.ts';
import { ask } from '../edge/edge-support.ts';
import { readySite } from '../site/site-support.ts';
import { askHttp2, askTls, certificateAt, issuing, tlsPanel } from './tls-support.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const clock = { now: () => new Date() };
const panel = tlsPanel();

const rowsOf = (id: string) => certificatesOf(panel.server.db, { resource: 'site', resourceId: id }, clock.now());

test('a site is served by HTTPS with a certificate of its own, by HTTP/1.1 and HTTP/2', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'encrypted');
  const plain = await askTls({ ...panel.at(fqdn) });
  assert.equal(plain.status, 200);
  assert.deepEqual(await askHttp2(panel.at(fqdn)).then(({ status, body }) => [status, body]), [200, plain.body]);
  const rows = await rowsOf(id);
  assert.deepEqual(
    rows.map(({ kind, hosts }) => [kind, hosts]),
    [['local', [fqdn]]],
  );
  assert.match(rows[0]?.chain ?? '', /BEGIN CERTIFICATE/);
  assert.doesNotMatch(JSON.stringify(rows), /PRIVATE/);
  assert.match(panel.server.app.secrets.open(rows[0]?.sealedKey ?? ''), /^-----BEGIN PRIVATE KEY/);
});

test('a request for a WebSocket reaches the edge and the panel, which have none for it', async () => {
  const { fqdn } = await readySite(panel.own, 'socketless');
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket' },
    ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' },
  };
  const plain = { port: panel.server.port, headers };
  const answers = [
    await askTls({ ...panel.at(fqdn), headers }),
    await ask(plain.port, fqdn, plain),
    await ask(plain.port, panel.own.partner.domain, { ...plain, path: '/healthz' }),
  ];
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    [
      [400, 'There is no WebSocket at this address.\n'],
      [400, 'There is no WebSocket at this address.\n'],
      [200, 'ok\n'],
    ],
  );
  assert.ok(answers.every(({ headers: { connection } }) => connection === 'close'));
});

test('names without a site have no certificate, and neither has a panel whose HTTPS ends elsewhere', async () => {
  for (const host of [panel.own.fqdn('nobody'), panel.own.partner.domain, 'example.com'])
    await assert.rejects(askTls(panel.at(host)), host);
  const { fqdn } = await readySite(panel.own, 'fronting');
  const asked = await askTls({ ...panel.at(fqdn), headers: { host: panel.own.partner.domain } });
  assert.equal(asked.status, 421);
});

test('a certificate is renewed once two thirds of its life are over, and the former one goes', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'renewed');
  const first = await certificateAt(panel.at(fqdn));
  const age = async (days: number) => {
    const life = { notBefore: daysFromNow(-days), notAfter: daysFromNow(90 - days) };
    await panel.server.db.update(certificate).set(life).where(eq(certificate.resourceId, id));
    panel.server.app.edge.invalidate(fqdn);
    return certificateAt(panel.at(fqdn));
  };
  assert.equal((await age(59)).fingerprint256, first.fingerprint256);
  assert.notEqual((await age(61)).fingerprint256, first.fingerprint256);
  assert.equal((await rowsOf(id)).length, 1);
});

test('an upload comes before a certificate of ours, unless it has ended', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'uploaded');
  const owner = { resource: 'site', resourceId: id } as const;
  await certificateAt(panel.at(fqdn));
  const issued = await panel.server.app.authority.issue([fqdn], issuing);
  const upload = certificateRow(owner, 'own', [fqdn], issued, panel.server.app.secrets);
  const earlier = new Date(Date.now() - 1_000);
  await panel.server.db.insert(certificate).values({ ...upload, createdAt: earlier });
  assert.equal((await servedFor(panel.server.db, fqdn, clock.now()))?.kind, 'own');
  await panel.server.db
    .update(certificate)
    .set({ notAfter: earlier })
    .where(and(eq(certificate.resourceId, id), eq(certificate.kind, 'own')));
  assert.equal((await servedFor(panel.server.db, fqdn, clock.now()))?.kind, 'local');
});

test('a certificate of a site is served only for its own names, and one of a partner for all below its domain', async () => {
  const [one, other] = [await readySite(panel.own, 'first'), await readySite(panel.own, 'second')];
  const issued = await panel.server.app.authority.issue([other.fqdn], issuing);
  const foreign = certificateRow(
    { resource: 'site', resourceId: one.site_id },
    'own',
    [other.fqdn],
    issued,
    panel.server.app.secrets,
  );
  await panel.server.db.insert(certificate).values(foreign);
  assert.equal(await servedFor(panel.server.db, other.fqdn, clock.now()), undefined);
  const domain = `*.${panel.own.partner.sitesDomain}`;
  const wild = await panel.server.app.authority.issue([domain], issuing);
  await panel.server.db
    .insert(certificate)
    .values(
      certificateRow(
        { resource: 'partner', resourceId: panel.own.partner.id },
        'acme',
        [domain],
        wild,
        panel.server.app.secrets,
      ),
    );
  assert.deepEqual((await servedFor(panel.server.db, other.fqdn, clock.now()))?.hosts, [domain]);
  assert.equal(await servedFor(panel.server.db, `a.${other.fqdn}`, clock.now()), undefined);
  await panel.server.db.delete(certificate).where(eq(certificate.resource, 'partner'));
});

test('what belongs to a site goes with it', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'gone');
  await certificateAt(panel.at(fqdn));
  await writeSslSetting(panel.server.db, { resource: 'site', resourceId: id }, { forceHttps: true });
  await panel.server.db.delete(workload).where(eq(workload.id, id));
  assert.deepEqual(await rowsOf(id), []);
  assert.deepEqual(await panel.server.db.select().from(sslSetting).where(eq(sslSetting.resourceId, id)), []);
});

test('certificates in use stay while the database is away, and a change is seen at once', async () => {
  const [first, second] = await Promise.all(
    ['1', '2'].map(async (id): Promise<Served> => ({
      id,
      ...(await panel.server.app.authority.issue(['a.test'], issuing)),
    })),
  );
  let source: () => Promise<Served | 'unchanged' | null> = async () => first ?? null;
  let time = 0;
  const contexts = createSecureContexts(() => source(), { now: () => new Date(time) });
  const used = await contexts.contextOf('a.test');
  assert.ok(used);
  source = async () => Promise.reject(new Error('away'));
  time += DAY_MS;
  assert.equal(await contexts.contextOf('a.test'), used);
  await assert.rejects(contexts.contextOf('b.test'), /away/);
  source = async () => second ?? null;
  contexts.invalidate('a.test');
  assert.notEqual(await contexts.contextOf('a.test'), used);
  // What is being read while it changes is read once more.
  let answer: (served: Served | null) => void = () => undefined;
  source = () => new Promise((resolve) => void (answer = resolve));
  time += DAY_MS;
  const reading = contexts.contextOf('a.test');
  contexts.invalidate('a.test');
  answer(first ?? null);
  const stale = await reading;
  source = async () => second ?? null;
  assert.notEqual(await contexts.contextOf('a.test'), stale);
});
