import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Ssl, Task } from '@panel/contract';
import { eq } from 'drizzle-orm';
import { certificate, setting, workload, workloadHost, sslSetting } from '../../src/db/schema.ts';
import { acmeAccountKey } from '../../src/modules/certificate/acme-account.repo.ts';
import { certificateRow } from '../../src/modules/certificate/certificate-source.ts';
import { notifyOfEnds, requestDue } from '../../src/modules/certificate/certificate-due.repo.ts';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { plainError } from '../../src/tls/acme-authority.ts';
import { ended, readySite } from '../site/site-support.ts';
import { noPebble, preparePebble, type Pebble } from './pebble-process.ts';
import { askTls, issuing, tlsPanel } from './tls-support.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

test('errors of an authority say what is wrong and what to do', () => {
  const at = { directoryUrl: 'https://acme.example/dir', siteAddresses: ['192.0.2.1'] };
  const said = (message: string) => plainError(new Error(message), ['shop.example'], at);
  assert.match(said('urn:ietf:params:acme:error:rateLimited').message, /too many certificates .* Try again tomorrow/);
  assert.match(said('{"type":"urn:ietf:params:acme:error:caa"}').message, /CAA record forbids acme\.example/);
  assert.match(
    said('"urn:ietf:params:acme:error:dns" NXDOMAIN').message,
    /no address yet\. Add an A record with 192\.0\.2\.1/,
  );
  assert.match(said('urn:ietf:params:acme:error:connection').message, /did not reach this server at shop\.example/);
  assert.match(said('urn:ietf:params:acme:error:rejectedIdentifier').message, /Use a public domain/);
  assert.deepEqual(
    [said('connect ECONNREFUSED 127.0.0.1:1').isTemporary, said('something else').isTemporary],
    [true, false],
  );
});

describe('certificates by ACME', { skip: noPebble }, () => {
  let pebble: Pebble;
  before(async () => void (pebble = await preparePebble()));
  const panel = tlsPanel(() => ({ env: { ...pebble.env, DNS_PORT: '0' } }));
  before(() => pebble.start({ port: panel.server.port, dnsPort: panel.server.dnsPort ?? 0 }));
  after(() => pebble.close());

  const sslOf = async (id: string) => (await panel.own.client.get<Ssl>(`/site/${id}/ssl`)).body;
  async function request(id: string): Promise<Task> {
    const started = await panel.own.client.post(`/site/${id}/ssl`);
    assert.equal(started.status, 200, started.text);
    return ended(panel.own.client, started.body['task_id']);
  }

  test('a site has no certificate until one was issued, and its challenge is answered by the edge', async () => {
    const { site_id: id, fqdn } = await readySite(panel.own, 'public');
    await assert.rejects(askTls(panel.at(fqdn)));
    const task = await request(id);
    assert.equal(task.status, 'succeeded', JSON.stringify(task));
    assert.equal((await askTls({ ...panel.at(fqdn), ca: await pebble.root() })).status, 200);
    const ssl = await sslOf(id);
    assert.deepEqual(
      [ssl.certificate?.kind, ssl.certificate?.hosts, ssl.check?.ok, ssl.root],
      ['acme', [fqdn], true, null],
    );
    const [account] = await panel.server.db.select().from(setting).where(eq(setting.key, 'acme_account'));
    assert.doesNotMatch(JSON.stringify(account), /PRIVATE/);
    assert.match(await acmeAccountKey(panel.server.db, panel.server.app.secrets), /PRIVATE KEY/);
  });

  test('sites without one get it by the schedule, and a certificate is renewed after two thirds of its life', async () => {
    const { site_id: id } = await readySite(panel.own, 'scheduled');
    const issuedTo = async () => {
      await requestDue(panel.server.app);
      const { task_id } = await sslOf(id);
      assert.ok(task_id);
      const task = await ended(panel.own.client, task_id);
      assert.equal(task.status, 'succeeded', JSON.stringify(task));
      return (await sslOf(id)).certificate?.fingerprint;
    };
    const first = await issuedTo();
    await requestDue(panel.server.app);
    assert.equal((await sslOf(id)).task_id, null);
    const life = { notBefore: daysFromNow(-61), notAfter: daysFromNow(29) };
    await panel.server.db.update(certificate).set(life).where(eq(certificate.resourceId, id));
    assert.notEqual(await issuedTo(), first);
  });

  test('an address that does not lead here does not keep the others from their certificate', async () => {
    const { site_id: id, fqdn } = await readySite(panel.own, 'moved');
    await panel.server.db.insert(workloadHost).values({ workloadId: id, fqdn: 'www.nowhere.example' });
    const task = await request(id);
    assert.equal(task.status, 'succeeded', JSON.stringify(task));
    assert.ok(task.log.some(({ text }) => text.endsWith(`Requesting one for ${fqdn} alone.`)));
    assert.deepEqual((await sslOf(id)).certificate?.hosts, [fqdn]);
  });

  test('a certificate that ends soon is told once', async () => {
    const { site_id: id, fqdn } = await readySite(panel.own, 'ending');
    const { app, db, dataDir } = panel.server;
    const issued = await createLocalAuthority(dataDir, app.clock).issue([fqdn], issuing);
    const row = certificateRow({ resource: 'site', resourceId: id }, 'own', [fqdn], issued, app.secrets);
    await db.insert(certificate).values({ ...row, notAfter: daysFromNow(10) });
    assert.equal(await notifyOfEnds(app), 1);
    assert.equal(await notifyOfEnds(app), 0);
    const { text } = await panel.own.client.get('/notification');
    assert.match(text, /The certificate of ending[^"]* ends on \w+ \d+, \d{4}\. Upload its renewal/);
  });

  test('the owner of a short-lived certificate is notified only when its renewal is late', async () => {
    const { site_id: id, fqdn } = await readySite(panel.own, 'short-lived');
    const { app, db, dataDir } = panel.server;
    const issued = await createLocalAuthority(dataDir, app.clock).issue([fqdn], issuing);
    const row = certificateRow({ resource: 'site', resourceId: id }, 'acme', [fqdn], issued, app.secrets);
    await db.insert(certificate).values({ ...row, notBefore: daysFromNow(-1), notAfter: daysFromNow(6) });
    assert.equal(await notifyOfEnds(app), 0);
    const life = { notBefore: daysFromNow(-6), notAfter: daysFromNow(1) };
    await db.update(certificate).set(life).where(eq(certificate.resourceId, id));
    assert.equal(await notifyOfEnds(app), 1);
  });

  test('a domain that cannot be verified causes one notification, however often the schedule tries', async () => {
    const { site_id: id } = await readySite(panel.own, 'unlucky');
    const { app, db } = panel.server;
    const fqdn = 'unlucky.example';
    await db.update(workloadHost).set({ fqdn }).where(eq(workloadHost.workloadId, id));
    await db.update(workload).set({ fqdn }).where(eq(workload.id, id));
    const tellings = async () =>
      (await panel.own.client.get('/notification')).text.match(/no new certificate for unlucky/g)?.length;
    for (const failedAt of [null, daysFromNow(-1)]) {
      if (failedAt) await db.update(sslSetting).set({ failedAt }).where(eq(sslSetting.resourceId, id));
      await requestDue(app);
      const { task_id } = await sslOf(id);
      assert.ok(task_id);
      assert.equal((await ended(panel.own.client, task_id)).status, 'failed');
      assert.match((await sslOf(id)).error?.message ?? '', / unlucky\.example\b/);
      assert.equal(await tellings(), 1);
    }
  });

  test('an authority that is away is said, and nothing changes', async () => {
    const { site_id: id } = await readySite(panel.own, 'away');
    await pebble.stop();
    const task = await request(id);
    assert.equal(task.status, 'failed');
    assert.match((await sslOf(id)).error?.message ?? '', /localhost does not answer\. Try again in a few minutes/);
    assert.equal((await sslOf(id)).certificate, null);
    // It is not asked again at once.
    await requestDue(panel.server.app);
    assert.equal((await sslOf(id)).task_id, null);
  });
});
