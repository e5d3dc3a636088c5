import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { certificate, partner } from '../../src/db/schema.ts';
import { createCertificateSource } from '../../src/modules/certificate/certificate-source.ts';
import { writeSslSetting } from '../../src/modules/certificate/certificate.repo.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import type { CertificateAuthority } from '../../src/tls/certificate-authority.ts';
import { tenant } from '../site/site-support.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('handshakes at the same time make one order; while a renewal fails, what is valid is served; https is forced with a certificate only', async () => {
  const { app, db } = server;
  const own = await tenant(server);
  const { id, fqdn } = await server.scenario.site(own.partner, own.customer, { name: 'source' });
  const owner = { resource: 'site', resourceId: id } as const;
  await writeSslSetting(db, owner, { forceHttps: true });
  const acme = createEdgeDirectory(db, { authority: { ...app.authority, isInstant: false }, clock: app.clock });
  const isForced = async (): Promise<boolean | undefined> => (await acme.resolve(fqdn))?.https?.force;
  assert.equal(await isForced(), false);

  let orders = 0;
  let isDown = false;
  const authority: CertificateAuthority = {
    ...app.authority,
    async issue(hosts, options) {
      orders += 1;
      if (isDown) throw new Error('The authority is down.');
      return app.authority.issue(hosts, options);
    },
  };
  const source = createCertificateSource({ db, secrets: app.secrets, clock: app.clock, authority, panels: false });
  const [one, two] = await Promise.all([source(fqdn, null), source(fqdn, null)]);
  assert.ok(one !== null && one !== 'unchanged');
  assert.deepEqual([one, orders], [two, 1]);
  assert.equal(await isForced(), true);

  isDown = true;
  const life = { notBefore: new Date(Date.now() - 89 * DAY_MS), notAfter: new Date(Date.now() + DAY_MS) };
  await db.update(certificate).set(life).where(eq(certificate.resourceId, id));
  assert.deepEqual([await source(fqdn, null), orders], [one, 2]);
  await db
    .update(certificate)
    .set({ notAfter: new Date(Date.now() - DAY_MS) })
    .where(eq(certificate.resourceId, id));
  await assert.rejects(source(fqdn, null), /is down/);
  assert.equal(await isForced(), false);
});

test('an authority that answers at once makes the certificate of an open panel in its handshake, and of no other name', async () => {
  const { app, db } = server;
  const { id, domain } = await server.scenario.partner();
  let orders = 0;
  const authority: CertificateAuthority = {
    ...app.authority,
    async issue(hosts, options) {
      orders += 1;
      return app.authority.issue(hosts, options);
    },
  };
  const deps = { db, secrets: app.secrets, clock: app.clock, authority };
  const source = createCertificateSource({ ...deps, panels: true });
  assert.deepEqual([await createCertificateSource({ ...deps, panels: false })(domain, null), orders], [null, 0]);
  assert.deepEqual(
    [await source(`other.${domain}`, null), await source('nobody.example', null), orders],
    [null, null, 0],
  );
  await db.update(partner).set({ suspendedAt: new Date() }).where(eq(partner.id, id));
  assert.deepEqual([await source(domain, null), orders], [null, 0]);
  await db.update(partner).set({ suspendedAt: null }).where(eq(partner.id, id));
  const one = await source(domain, null);
  assert.deepEqual([await source(domain, null), orders], [one, 1]);
  const rows = await db.select().from(certificate).where(eq(certificate.resourceId, id));
  assert.deepEqual(
    rows.map(({ resource, hosts }) => [resource, hosts]),
    [['panel', [domain]]],
  );
});
