import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { Ssl } from '@panel/contract';
import { eq } from 'drizzle-orm';
import { certificate } from '../../src/db/schema.ts';
import { until } from '../../src/testing/index.ts';
import {
  addChallenge,
  challengeAnswer,
  removeChallenge,
  removeOldChallenges,
} from '../../src/modules/dns/challenge.repo.ts';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { ended, readySite, tenant, visit } from '../site/site-support.ts';
import { askHttp2, askTls, certificateAt, issuing, tlsPanel } from './tls-support.ts';

const DAY_MS = 86_400_000;
const panel = tlsPanel();

const sslOf = async (id: string) => (await panel.own.client.get<Ssl>(`/site/${id}/ssl`)).body;
const shownAt = async (host: string) =>
  (await certificateAt(panel.at(host))).fingerprint256.replaceAll(':', '').toLowerCase();

async function request(id: string) {
  const started = await panel.own.client.post(`/site/${id}/ssl`);
  assert.equal(started.status, 200, started.text);
  return ended(panel.own.client, started.body['task_id']);
}

test('a site begins without a check, and a handshake tells what is served', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'looked');
  const before = await sslOf(id);
  assert.deepEqual(
    [before.hosts, before.certificate, before.check, before.error, before.force_https, before.hsts_off_reason],
    [[fqdn], null, null, null, false, 'port'],
  );
  assert.equal(before.https_url, `https://${fqdn}:${panel.server.httpsPort}`);
  assert.equal(before.root, panel.ca);
  const checked = await panel.own.client.post<Ssl>(`/site/${id}/ssl/check`);
  assert.equal(checked.body.check?.ok, true, checked.text);
  assert.equal(checked.body.certificate?.fingerprint, await shownAt(fqdn));
});

test('a request ends with the new certificate being served, and the former one gone', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'requested');
  const first = await shownAt(fqdn);
  const task = await request(id);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  const ssl = await sslOf(id);
  assert.equal(ssl.certificate?.fingerprint, await shownAt(fqdn));
  assert.notEqual(ssl.certificate?.fingerprint, first);
  assert.deepEqual([ssl.check?.ok, ssl.error, ssl.task_id], [true, null, null]);
  assert.equal((await panel.server.db.select().from(certificate).where(eq(certificate.resourceId, id))).length, 1);
});

test('a request that fails says why, takes its certificate back, and the former one is served', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'refused');
  const first = await shownAt(fqdn);
  const { siteAddresses } = panel.server.app.config;
  // Nothing answers there.
  panel.server.app.config.siteAddresses = ['127.0.0.99'];
  const task = await request(id).finally(() => (panel.server.app.config.siteAddresses = siteAddresses));
  assert.equal(task.status, 'failed');
  const ssl = await sslOf(id);
  assert.match(ssl.error?.message ?? '', /Nothing answers HTTPS at 127\.0\.0\.99/);
  assert.equal(ssl.check?.ok, false);
  assert.equal(await shownAt(fqdn), first);
  assert.equal((await panel.server.db.select().from(certificate).where(eq(certificate.resourceId, id))).length, 1);
  const { body } = await panel.own.client.get('/notification');
  assert.match(JSON.stringify(body), /There is no new certificate for refused/);
});

test('visitors are sent to https when that was chosen, once a certificate was seen', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'forced');
  const choose = (force_https: boolean, hsts = false) =>
    panel.own.client.put<Ssl>(`/site/${id}/ssl`, { force_https, hsts });
  assert.equal((await choose(true)).status, 422);
  await panel.own.client.post(`/site/${id}/ssl/check`);
  assert.equal((await choose(true, true)).status, 422);
  assert.equal((await choose(false, true)).status, 422);
  const chosen = await choose(true);
  assert.equal(chosen.body.force_https, true, chosen.text);
  const sent = await visit(panel.server, fqdn, '/a?b=1');
  assert.deepEqual([sent.status, sent.headers['location']], [308, `https://${fqdn}:${panel.server.httpsPort}/a?b=1`]);
  assert.equal((await askTls(panel.at(fqdn))).status, 200);
  assert.equal((await askHttp2(panel.at(fqdn))).headers['strict-transport-security'], undefined);
  await choose(false);
  assert.equal((await visit(panel.server, fqdn)).status, 200);
});

test('HSTS is told by https alone', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'strict');
  const { config } = panel.server.app;
  config.httpsPublicPort = 443;
  await panel.own.client.post(`/site/${id}/ssl/check`);
  const chosen = await panel.own.client.put(`/site/${id}/ssl`, { force_https: true, hsts: true });
  config.httpsPublicPort = undefined;
  assert.equal(chosen.status, 200, chosen.text);
  assert.equal((await askTls(panel.at(fqdn))).headers['strict-transport-security'], 'max-age=31536000');
  assert.equal((await visit(panel.server, fqdn)).headers['strict-transport-security'], undefined);
  await panel.own.client.put(`/site/${id}/ssl`, { force_https: false, hsts: false });
  await until(
    'HSTS to go',
    async () => (await askTls(panel.at(fqdn))).headers['strict-transport-security'] === undefined,
  );
});

test('a certificate of one’s own is served, checked before, and can be removed', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'brought');
  const upload = (files: { certificate: string; key: string }) =>
    panel.own.client.put<Ssl>(`/site/${id}/ssl/certificate`, files);
  const fieldsOf = async (files: { certificate: string; key: string }) => {
    const { status, body } = await upload(files);
    assert.equal(status, 422);
    return (body as unknown as { fields: Record<string, string> }).fields;
  };
  const good = await panel.server.app.authority.issue([fqdn, `www.${fqdn}`], issuing);
  const files = { certificate: good.chain, key: good.key };
  const foreign = await panel.server.app.authority.issue(['other.example'], issuing);
  const past = await createLocalAuthority(panel.server.dataDir, {
    now: () => new Date(Date.now() - 200 * DAY_MS),
  }).issue([fqdn], issuing);
  assert.match((await fieldsOf({ ...files, key: foreign.key }))['key'] ?? '', /does not belong/);
  for (const key of [
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
    generateKeyPairSync('rsa', { modulusLength: 5120 }).privateKey,
    generateKeyPairSync('ed25519').privateKey,
  ])
    assert.match(
      (await fieldsOf({ ...files, key: String(key.export({ type: 'pkcs8', format: 'pem' })) }))['key'] ?? '',
      /Use RSA with 2,048 to 4,096 bits/,
    );
  assert.match(
    (await fieldsOf({ ...files, key: '-----BEGIN PRIVATE KEY-----\nx' }))['key'] ?? '',
    /cannot be read|not a private key/,
  );
  assert.match((await fieldsOf({ ...files, certificate: 'nothing' }))['certificate'] ?? '', /PEM/);
  assert.match(
    (await fieldsOf({ certificate: foreign.chain, key: foreign.key }))['certificate'] ?? '',
    /is for other\.example, and the site is/,
  );
  assert.match((await fieldsOf({ certificate: past.chain, key: past.key }))['certificate'] ?? '', /ended on/);
  assert.match(
    (await fieldsOf({ ...files, certificate: good.chain + foreign.chain }))['certificate'] ?? '',
    /do not form one chain/,
  );
  assert.equal((await sslOf(id)).certificate, null);

  // The root first: the chain is put in order.
  const served = await upload({ ...files, certificate: panel.ca + good.chain });
  assert.deepEqual([served.body.certificate?.kind, served.body.certificate?.hosts], ['own', [fqdn]], served.text);
  assert.equal(served.body.certificate?.renews_at, null);
  assert.equal(served.body.check?.ok, true);
  assert.equal(await shownAt(fqdn), served.body.certificate?.fingerprint);
  // A request keeps the upload.
  assert.equal((await request(id)).status, 'succeeded');
  assert.equal(await shownAt(fqdn), served.body.certificate?.fingerprint);
  const removed = await panel.own.client.delete<Ssl>(`/site/${id}/ssl/certificate`);
  assert.equal(removed.body.certificate?.kind, 'local');
  assert.notEqual(await shownAt(fqdn), served.body.certificate?.fingerprint);
});

test('the certificates of other customers and partners are not found', async () => {
  const { site_id: id } = await readySite(panel.own, 'private');
  const other = await tenant(panel.server);
  for (const asked of [
    other.client.get(`/site/${id}/ssl`),
    other.client.post(`/site/${id}/ssl`),
    other.client.put(`/site/${id}/ssl`, { force_https: true, hsts: false }),
    other.client.post(`/site/${id}/ssl/check`),
    other.client.delete(`/site/${id}/ssl/certificate`),
  ])
    assert.equal((await asked).status, 404);
});

test('a challenge of an authority is answered at its own address, without encryption and for all to read', async () => {
  const { fqdn } = await readySite(panel.own, 'challenged');
  const { db } = panel.server;
  await addChallenge(db, 'token-1', fqdn, 'token-1.answer');
  const path = '/.well-known/acme-challenge/token-1';
  assert.deepEqual(await visit(panel.server, fqdn, path).then(({ status, text }) => [status, text]), [
    200,
    'token-1.answer',
  ]);
  const { fqdn: other } = await readySite(panel.own, 'unchallenged');
  assert.notEqual((await visit(panel.server, other, path)).text, 'token-1.answer');
  await removeChallenge(db, 'token-1');
  await addChallenge(db, 'token-2', fqdn, 'token-2.answer');
  await removeOldChallenges(db, new Date(Date.now() + 1_000));
  assert.equal(await challengeAnswer(db, 'token-2', fqdn), null);
});
