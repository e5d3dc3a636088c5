// On both databases: certificate.repo.ts, migration 0037.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { certificate, site, sslSetting } from '../../src/db/schema.ts';
import { certificatesOf, servedFor, writeSslSetting } from '../../src/modules/certificate/certificate.repo.ts';
import { certificateRow } from '../../src/modules/certificate/certificate-source.ts';
import { createSecureContexts, type Served } from '../../src/tls/secure-contexts.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';
import { askHttp2, askTls, certificateAt } from './tls-support.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const clock = { now: () => new Date() };
const issuing = { signal: AbortSignal.timeout(600_000), note: () => undefined };
let server: TestServer;
let own: Tenant;
let ca: string;
before(async () => {
  server = await startTestServer({ env: { HTTPS_PORT: '0' } });
  own = await tenant(server);
  ca = (await server.app.authority.root()) ?? '';
});
after(() => server.stop());

const at = (host: string) => ({ port: server.httpsPort ?? 0, host, ca });
const rowsOf = (id: string) => certificatesOf(server.db, { resource: 'site', resourceId: id }, clock.now());

test('a site is served by HTTPS with a certificate of its own, by HTTP/1.1 and HTTP/2', async () => {
  const { site_id: id, fqdn } = await readySite(own, 'encrypted');
  const plain = await askTls({ ...at(fqdn) });
  assert.equal(plain.status, 200);
  assert.deepEqual(await askHttp2(at(fqdn)).then(({ status, body }) => [status, body]), [200, plain.body]);
  const rows = await rowsOf(id);
  assert.deepEqual(
    rows.map(({ kind, hosts }) => [kind, hosts]),
    [['local', [fqdn]]],
  );
  assert.match(rows[0]?.chain ?? '', /BEGIN CERTIFICATE/);
  assert.doesNotMatch(JSON.stringify(rows), /PRIVATE/);
  assert.match(server.app.secrets.open(rows[0]?.sealedKey ?? ''), /^-----BEGIN PRIVATE KEY/);
});

test('names without a site, and the panel itself, have no certificate', async () => {
  for (const host of [own.fqdn('nobody'), own.partner.domain, 'example.com'])
    await assert.rejects(askTls(at(host)), host);
  const { fqdn } = await readySite(own, 'fronting');
  const asked = await askTls({ ...at(fqdn), headers: { host: own.partner.domain } });
  assert.equal(asked.status, 421);
});

test('a certificate is renewed once two thirds of its life are over, and the former one goes', async () => {
  const { site_id: id, fqdn } = await readySite(own, 'renewed');
  const first = await certificateAt(at(fqdn));
  const age = async (days: number) => {
    const life = { notBefore: daysFromNow(-days), notAfter: daysFromNow(90 - days) };
    await server.db.update(certificate).set(life).where(eq(certificate.resourceId, id));
    server.app.edge.invalidate(fqdn);
    return certificateAt(at(fqdn));
  };
  assert.equal((await age(59)).fingerprint256, first.fingerprint256);
  assert.notEqual((await age(61)).fingerprint256, first.fingerprint256);
  assert.equal((await rowsOf(id)).length, 1);
});

test('an upload comes before a certificate of ours, unless it has ended', async () => {
  const { site_id: id, fqdn } = await readySite(own, 'uploaded');
  const owner = { resource: 'site', resourceId: id } as const;
  await certificateAt(at(fqdn));
  const issued = await server.app.authority.issue([fqdn], issuing);
  const upload = certificateRow(owner, 'own', [fqdn], issued, server.app.secrets);
  const earlier = new Date(Date.now() - 1_000);
  await server.db.insert(certificate).values({ ...upload, createdAt: earlier });
  assert.equal((await servedFor(server.db, fqdn, clock.now()))?.kind, 'own');
  await server.db
    .update(certificate)
    .set({ notAfter: earlier })
    .where(and(eq(certificate.resourceId, id), eq(certificate.kind, 'own')));
  assert.equal((await servedFor(server.db, fqdn, clock.now()))?.kind, 'local');
});

test('a certificate of a site is served only for its own names, and one of a partner for all below its domain', async () => {
  const [one, other] = [await readySite(own, 'first'), await readySite(own, 'second')];
  const issued = await server.app.authority.issue([other.fqdn], issuing);
  const foreign = certificateRow(
    { resource: 'site', resourceId: one.site_id },
    'own',
    [other.fqdn],
    issued,
    server.app.secrets,
  );
  await server.db.insert(certificate).values(foreign);
  assert.equal(await servedFor(server.db, other.fqdn, clock.now()), undefined);
  const domain = `*.${own.partner.sitesDomain}`;
  const wild = await server.app.authority.issue([domain], issuing);
  await server.db
    .insert(certificate)
    .values(
      certificateRow({ resource: 'partner', resourceId: own.partner.id }, 'acme', [domain], wild, server.app.secrets),
    );
  assert.deepEqual((await servedFor(server.db, other.fqdn, clock.now()))?.hosts, [domain]);
  assert.equal(await servedFor(server.db, `a.${other.fqdn}`, clock.now()), undefined);
  await server.db.delete(certificate).where(eq(certificate.resource, 'partner'));
});

test('what belongs to a site goes with it', async () => {
  const { site_id: id, fqdn } = await readySite(own, 'gone');
  await certificateAt(at(fqdn));
  await writeSslSetting(server.db, { resource: 'site', resourceId: id }, { forceHttps: true });
  await server.db.delete(site).where(eq(site.id, id));
  assert.deepEqual(await rowsOf(id), []);
  assert.deepEqual(await server.db.select().from(sslSetting).where(eq(sslSetting.resourceId, id)), []);
});

test('certificates in use stay while the database is away, and a change is seen at once', async () => {
  const [first, second] = await Promise.all(
    ['1', '2'].map(async (id): Promise<Served> => ({ id, ...(await server.app.authority.issue(['a.test'], issuing)) })),
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
