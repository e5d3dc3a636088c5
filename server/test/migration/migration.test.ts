import type { Migration, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Client, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { tenant } from '../site/site-support.ts';
import { moved, request, requested, shown, world } from './migration-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const ZIP = zipOf([{ name: 'index.html', content: '<title>Old site</title>' }]);
const LINK = 'https://old.example.com/backup.zip';
const archives = () => readdir(path.join(server.dataDir, 'migrations')).catch((): string[] => []);

test('a migration is requested with a zip or a link, listed newest first, and shown', async () => {
  const { client, partner, customer, fqdn } = await world(server);
  const zipped = await requested(client, { type: 'backup', fqdn: fqdn('bakery'), source_url: 'http://old.test' }, ZIP);
  assert.deepEqual(
    [zipped.type, zipped.status, zipped.sharingLink, zipped.file_name, zipped.file_size, zipped.source_url],
    ['backup', 'pending', null, 'site.zip', ZIP.length, 'http://old.test/'],
  );
  assert.deepEqual(
    [zipped.partner_domain, zipped.reseller_email, zipped.customer_email, zipped.site_id, zipped.error],
    [partner.domain, partner.supportEmail, customer.email, null, null],
  );
  assert.match(zipped.token, /^[\w-]{43}$/);
  assert.ok((await archives()).includes(`${zipped.id}.zip`));
  const linked = await requested(client, { type: 'plugin', fqdn: fqdn('florist'), sharingLink: LINK });
  assert.deepEqual([linked.sharingLink, linked.file_size], [LINK, null]);
  assert.notEqual(linked.token, zipped.token);
  assert.equal(zipped.other_tables, false);

  const { body } = await client.get<Page<Migration>>('/migration/site');
  assert.deepEqual(body.pageElements, [linked, zipped]);
  const byName = await client.get<Page<Migration>>('/migration/site?orderBy=fqdn&sortOrder=asc');
  assert.deepEqual(
    byName.body.pageElements.map((one) => one.fqdn),
    [fqdn('bakery'), fqdn('florist')],
  );
  assert.equal((await client.get<Page<Migration>>('/migration/site?keyword=bak')).body.totalCount, 1);
  assert.equal((await client.get<Page<Migration>>('/migration/site?status=failed')).body.totalCount, 0);
  assert.deepEqual(await shown(client, zipped.id), zipped);
});

test('below the disk reserve no copy is started, and a migration is still cancelled', async () => {
  const low = await startTestServer({ env: { DISK_RESERVE_MB: '1000000000' } });
  try {
    const { staff, partner, customer } = await world(low);
    const { id } = await low.scenario.migration(partner, customer, { name: 'full' });
    const refused = await moved(staff, id, { status: 'inprogress' });
    assert.deepEqual([refused.status, refused.body['code']], [507, 'DISK_FULL']);
    assert.equal((await moved(staff, id, { status: 'cancelled' })).status, 200);
  } finally {
    await low.stop();
  }
});

test('a request without JSON, file or a proper link is refused, and a hostile zip leaves no file', async () => {
  const { client, fqdn } = await world(server);
  const before = await archives();
  const codeOf = async (migration: Record<string, unknown>, zip?: Buffer) =>
    (await request(client, { fqdn: fqdn('shop'), ...migration }, zip)).body['code'];
  assert.equal((await client.post('/migration/site', { migration: '{' })).body['code'], 'VALIDATION');
  assert.equal(await codeOf({ type: 'backup' }), 'VALIDATION');
  assert.equal(await codeOf({ type: 'host', sharingLink: LINK }, ZIP), 'VALIDATION');
  assert.equal(await codeOf({ type: 'ftp', sharingLink: LINK }), 'VALIDATION');
  for (const sharingLink of [
    undefined,
    '',
    'http://old.test/a.zip',
    'https://me:secret@old.test/',
    'file:///etc/passwd',
  ])
    assert.equal(await codeOf({ type: 'host', sharingLink }), 'VALIDATION', sharingLink);
  assert.equal(await codeOf({ type: 'host', sharingLink: LINK, fqdn: 'shop.elsewhere.example' }), 'VALIDATION');
  assert.equal(await codeOf({ type: 'host', sharingLink: LINK, fqdn: fqdn('www') }), 'NAME_RESERVED');
  assert.equal(await codeOf({ type: 'host', sharingLink: LINK, reseller_email: 'a@b.test' }), 'TENANT_MISMATCH');
  const escaping = await request(
    client,
    { type: 'backup', fqdn: fqdn('shop') },
    zipOf([{ name: '../evil.php', content: 'x' }]),
  );
  assert.deepEqual([escaping.status, escaping.body['code']], [422, 'ARCHIVE_REFUSED']);
  assert.match(String(escaping.body['message']), /leads outside/);
  assert.deepEqual(await archives(), before);
});

test('customers cancel, staff give up, and any other change by hand is refused', async () => {
  const { client, staff, fqdn } = await world(server);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('shop') }, ZIP);
  const codeOf = async (who: Client, status: string) => (await moved(who, mine.id, { status })).body['code'];
  for (const status of ['inprogress', 'failed']) assert.equal(await codeOf(client, status), 'FORBIDDEN', status);
  for (const who of [client, staff]) {
    assert.equal(await codeOf(who, 'ready'), 'MIGRATION_TRANSITION', 'there is no copy yet');
    for (const status of ['completed', 'pending']) assert.equal(await codeOf(who, status), 'VALIDATION', status);
  }
  assert.equal((await moved(client, mine.id, { status: 'cancelled' })).status, 200);
  assert.equal((await shown(client, mine.id)).status, 'cancelled');
  assert.equal(await codeOf(staff, 'inprogress'), 'MIGRATION_TRANSITION');
  assert.ok(!(await archives()).includes(`${mine.id}.zip`), 'the archive of a cancelled migration is removed');

  const other = await requested(client, { type: 'host', fqdn: fqdn('shop'), sharingLink: LINK });
  assert.equal((await moved(staff, other.id, { status: 'failed', reason: 'The link asks to log in.' })).status, 200);
  const failed = await shown(client, other.id);
  assert.deepEqual([failed.status, failed.error], ['failed', 'The link asks to log in.']);
  assert.equal((await client.put(`/migration/site/${other.id}`, { fqdn: fqdn('late') })).body['code'], 'CONFLICT');
});

test('a token is checked without a session, only while its migration is open and on its partner’s host', async () => {
  const { client, partner, fqdn } = await world(server);
  const mine = await requested(client, { type: 'plugin', fqdn: fqdn('shop'), sharingLink: LINK });
  const check = (host: string, token: string) =>
    new Client(server.port, host).get(`/migration/site/token/${token}/check`);
  const known = await check(partner.domain, mine.token);
  assert.deepEqual(known.body, { status: true, data: { type: 'plugin', status: 'pending', fqdn: fqdn('shop') } });
  const elsewhere = await tenant(server);
  assert.equal((await check(elsewhere.partner.domain, mine.token)).body['code'], 'TOKEN_INVALID');
  assert.equal((await check(partner.domain, 'a'.repeat(43))).body['code'], 'TOKEN_INVALID');
  assert.equal((await check(partner.domain, 'short')).body['code'], 'VALIDATION');
  await moved(client, mine.id, { status: 'cancelled' });
  assert.equal((await check(partner.domain, mine.token)).body['code'], 'TOKEN_INVALID');
  const answers = [];
  for (let i = 0; i < 20; i += 1) answers.push((await check(partner.domain, 'b'.repeat(43))).status);
  assert.equal(answers.at(-1), 429, 'guessing is limited');
});

test('migrations of other customers and partners do not exist, and staff see all of their partner’s', async () => {
  const own = await world(server);
  const mine = await requested(own.client, { type: 'backup', fqdn: own.fqdn('shop') }, ZIP);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  const foreign = await world(server);
  for (const who of [neighbour, foreign.client, foreign.staff]) {
    assert.equal((await who.get(`/migration/site/${mine.id}`)).status, 404);
    assert.equal((await who.put(`/migration/site/${mine.id}`, { fqdn: own.fqdn('theft') })).status, 404);
    assert.equal((await moved(who, mine.id, { status: 'cancelled' })).status, 404);
    assert.equal((await who.post(`/migration/site/${mine.id}/retry`)).status, who === foreign.staff ? 403 : 404);
    assert.equal((await who.delete(`/migration/site/${mine.id}`)).status, 200, 'deleting reveals nothing');
    assert.equal((await who.get<Page<Migration>>('/migration/site')).body.totalCount, 0);
  }
  const all = await own.staff.get<Page<Migration>>(`/migration/site?keyword=${encodeURIComponent(own.customer.email)}`);
  assert.deepEqual(all.body.pageElements, [mine]);
  assert.equal((await own.client.delete(`/migration/site/${mine.id}`)).status, 200);
  assert.equal((await own.client.get(`/migration/site/${mine.id}`)).status, 404);
  assert.ok(!(await archives()).includes(`${mine.id}.zip`));
});

test('a repeated request is one migration, and their number is limited', async () => {
  const { client, fqdn } = await world(server);
  const migration = JSON.stringify({ type: 'host', fqdn: fqdn('shop'), sharingLink: LINK });
  const send = (key: string) => client.post('/migration/site', { migration }, { 'idempotency-key': key });
  const [first, again] = [await send('one-attempt'), await send('one-attempt')];
  assert.deepEqual(again.body, first.body);
  for (let i = 1; i < 20; i += 1) assert.equal((await send(`attempt-${i}`)).status, 200);
  assert.equal((await send('one-too-many')).body['code'], 'MIGRATION_LIMIT');
});
