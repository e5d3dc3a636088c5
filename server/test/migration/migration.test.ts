import type { Migration, Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Client, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { readySite, tenant } from '../site/site-support.ts';
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

test('customers cancel, staff move on, and any other change is refused', async () => {
  const { client, staff, fqdn } = await world(server);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('shop') }, ZIP);
  const codeOf = async (who: Client, body: Record<string, unknown>) => (await moved(who, mine.id, body)).body['code'];
  for (const status of ['inprogress', 'completed', 'ready', 'failed', 'pending'])
    assert.equal(await codeOf(client, { status }), 'FORBIDDEN', status);
  assert.equal(await codeOf(staff, { status: 'ready' }), 'VALIDATION');
  assert.equal(await codeOf(staff, { status: 'pending' }), 'MIGRATION_TRANSITION');
  assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
  assert.equal((await shown(client, mine.id)).status, 'inprogress');
  assert.equal((await client.delete(`/migration/site/${mine.id}`)).body['code'], 'CONFLICT');
  assert.equal((await moved(client, mine.id, { status: 'cancelled' })).status, 200);
  assert.equal(await codeOf(staff, { status: 'inprogress' }), 'MIGRATION_TRANSITION');
  assert.ok(!(await archives()).includes(`${mine.id}.zip`), 'the archive of an ended migration is removed');

  const other = await requested(client, { type: 'host', fqdn: fqdn('shop'), sharingLink: LINK });
  assert.equal((await moved(staff, other.id, { status: 'failed', reason: 'The link asks to log in.' })).status, 200);
  const failed = await shown(client, other.id);
  assert.deepEqual([failed.status, failed.error], ['failed', 'The link asks to log in.']);
});

test('completed and ready need a site of the customer that answers, ready at the chosen address', async () => {
  const own = await world(server);
  const { client, staff, fqdn } = own;
  const mine = await requested(client, { type: 'host', fqdn: fqdn('shop'), sharingLink: LINK });
  assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
  const other = await server.scenario.site(own.partner, await server.scenario.customer(own.partner), { name: 'other' });
  const dead = await server.scenario.site(own.partner, own.customer, { name: 'dead' });
  const codeOf = async (body: Record<string, unknown>) => (await moved(staff, mine.id, body)).body['code'];
  assert.equal(await codeOf({ status: 'completed' }), 'VALIDATION');
  assert.equal(await codeOf({ status: 'completed', site_id: other.id }), 'NOT_FOUND');
  assert.equal(await codeOf({ status: 'completed', site_id: dead.id }), 'SITE_NOT_READY');
  const { site_id } = await readySite(own, 'copy');
  assert.equal((await moved(staff, mine.id, { status: 'completed', site_id })).status, 200);
  assert.equal(await codeOf({ status: 'ready' }), 'VALIDATION', 'the copy is not at the chosen address');
  const renamed = await client.put(`/migration/site/${mine.id}`, { fqdn: fqdn('other-name') });
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal((await client.put(`/migration/site/${mine.id}`, { sharingLink: LINK })).body['code'], 'CONFLICT');
  const { body } = await client.get<Page<Site>>('/site/bymigration');
  assert.deepEqual(
    body.pageElements.map((site) => site.site_id),
    [site_id],
  );
});

test('a site at the chosen address makes the migration ready', async () => {
  const own = await world(server);
  const mine = await requested(own.client, { type: 'host', fqdn: own.fqdn('shop'), sharingLink: LINK });
  const { site_id } = await readySite(own, 'shop');
  for (const body of [{ status: 'inprogress' }, { status: 'completed', site_id }, { status: 'ready' }])
    assert.equal((await moved(own.staff, mine.id, body)).status, 200, body.status);
  const ready = await shown(own.client, mine.id);
  assert.deepEqual([ready.status, ready.site_id], ['ready', site_id]);
  assert.match(ready.site_url ?? '', new RegExp(`^http://${own.fqdn('shop')}`));
  assert.equal((await moved(own.client, mine.id, { status: 'cancelled' })).body['code'], 'MIGRATION_TRANSITION');
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
