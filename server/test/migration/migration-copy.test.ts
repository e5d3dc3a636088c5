import type { Migration, Notification, Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { readySite, visit } from '../site/site-support.ts';
import { moved, requested, shown, world } from './migration-support.ts';
import { OLD_NAME, openOldHost, openSecureHost, type OldHost } from './old-host.ts';

const HOME = '<!doctype html><title>The bakery</title><p>Bread';
const ZIP = zipOf([
  { name: 'site/index.html', content: HOME },
  { name: 'site/about.txt', content: 'about' },
]);

let server: TestServer;
let old: OldHost;
before(async () => {
  server = await startTestServer({ env: { EGRESS_ALLOW: '127.0.0.1' } });
  old = await openOldHost((req, res) => {
    res.setHeader('content-type', 'text/html').end(req.headers.host?.startsWith('127.') ? HOME : 'other');
  });
});
after(async () => {
  await old.close();
  await server.stop();
});

const archives = () => readdir(path.join(server.dataDir, 'migrations')).catch((): string[] => []);
const sitesOf = async (client: Client) => (await client.get<Site[]>('/site/')).body;

/** Starts a migration and waits until it is in another status. */
async function started(staff: Client, { id }: Pick<Migration, 'id'>): Promise<Migration> {
  const answer = await moved(staff, id, { status: 'inprogress' });
  assert.equal(answer.status, 200, answer.text);
  return until('the end of the copy', async () => {
    const now = await shown(staff, id);
    return now.status === 'inprogress' ? null : now;
  });
}

const failedBy = async (own: Awaited<ReturnType<typeof world>>, sharingLink: string): Promise<string> => {
  const end = await started(
    own.staff,
    await requested(own.client, { type: 'host', fqdn: own.fqdn('shop'), sharingLink }),
  );
  assert.equal(end.status, 'failed', JSON.stringify(end));
  assert.equal(end.site_id, null);
  return end.error ?? '';
};

test('a backup becomes a copy beside the original, and the copy moves to its address on demand', async () => {
  const own = await world(server);
  const { client, staff, fqdn, customer } = own;
  const asked = { type: 'backup', fqdn: fqdn('bakery'), source_url: old.url, other_tables: true };
  const mine = await requested(client, asked, ZIP);
  const copy = await started(staff, mine);
  assert.equal(copy.other_tables, true);
  const record = await readFile(path.join(server.dataDir, 'sites', copy.site_id ?? '', 'site.json'), 'utf8');
  assert.equal(JSON.parse(record).otherTables, true);
  assert.deepEqual([copy.status, copy.error], ['completed', null]);
  assert.deepEqual(copy.rehearsal?.pages, [
    {
      path: '/',
      copy: { status: 200, title: 'The bakery', bytes: HOME.length },
      original: { status: 200, title: 'The bakery', bytes: HOME.length },
      difference: null,
      pictures: null,
    },
  ]);
  assert.ok(!(await archives()).includes(`${mine.id}.zip`), 'the archive is removed once it is a site');
  const [site] = await sitesOf(client);
  assert.deepEqual([site?.site_id, site?.status, site?.customer_id], [copy.site_id, 'ready', customer.id]);
  assert.match(site?.fqdn ?? '', /^copy-[\da-f]{12}\./);
  assert.equal((await visit(server, fqdn('bakery'))).status, 421);
  const { body } = await client.get<Page<Site>>('/site/bymigration');
  assert.deepEqual(
    body.pageElements.map(({ site_id }) => site_id),
    [copy.site_id],
  );

  assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
  const ready = await until('the site at its address', async () => {
    const now = await shown(client, mine.id);
    return now.status === 'ready' && now;
  });
  assert.match(ready.site_url ?? '', new RegExp(`^http://${fqdn('bakery')}`));
  assert.match((await visit(server, fqdn('bakery'))).text, /The bakery/);
  assert.equal((await moved(client, mine.id, { status: 'cancelled' })).body['code'], 'MIGRATION_TRANSITION');
  const told = (await client.get<Page<Notification>>('/notification')).body.pageElements.map(({ type }) => type);
  assert.deepEqual(told, ['migration_ready', 'migration_completed']);
});

test('a site below localhost is compared and moves, where the operator allows loopback', async () => {
  const { client, staff, fqdn } = await world(server);
  const asked: string[] = [];
  const below = await openOldHost((req, res) => {
    asked.push(`${req.headers.host?.split(':')[0]} ${req.url}`);
    res.setHeader('content-type', 'text/html').end(HOME);
  });
  const source_url = below.url.replace('127.0.0.1', OLD_NAME);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('below'), source_url }, ZIP);
  const copy = await started(staff, mine);
  assert.deepEqual([copy.status, copy.error], ['completed', null]);
  const home = { status: 200, title: 'The bakery', bytes: HOME.length };
  assert.deepEqual(copy.rehearsal?.pages, [
    { path: '/', copy: home, original: home, difference: null, pictures: null },
  ]);
  assert.deepEqual(asked, [`${OLD_NAME} /`]);
  assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
  await until('the site at its address', async () => (await shown(client, mine.id)).status === 'ready');
  assert.match((await visit(server, fqdn('below'))).text, /The bakery/);
  await below.close();
});

test('a site below localhost is refused where the operator does not name loopback', async () => {
  const closed = await startTestServer({ env: { EGRESS_ALLOW: '192.0.2.0/24' } });
  try {
    const { client, staff, fqdn } = await world(closed);
    const link = `https://${OLD_NAME}/site.zip`;
    const end = await started(staff, await requested(client, { type: 'host', fqdn: fqdn('below'), sharingLink: link }));
    assert.equal(end.status, 'failed');
    assert.match(end.error ?? '', /not a public server/);
  } finally {
    await closed.stop();
  }
});

test('an address that was taken meanwhile is refused, and another one can be chosen', async () => {
  const own = await world(server);
  const { client, staff, fqdn } = own;
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('wanted') }, ZIP);
  const copy = await started(staff, mine);
  assert.deepEqual(copy.rehearsal?.pages[0]?.original, null, 'without an address there is no original');
  await readySite(own, 'wanted');
  assert.equal((await moved(client, mine.id, { status: 'ready' })).body['code'], 'NAME_TAKEN');
  assert.equal((await shown(client, mine.id)).status, 'completed');
  assert.equal((await client.put(`/migration/site/${mine.id}`, { fqdn: fqdn('other') })).status, 200);
  assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
  await until('the site at its address', async () => (await shown(client, mine.id)).status === 'ready');
});

test('a copy that differs is complete, and says how', async () => {
  const { client, staff, fqdn } = await world(server);
  const other = await openOldHost((_req, res) => void res.writeHead(410).end('gone'));
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('bakery'), source_url: other.url }, ZIP);
  const copy = await started(staff, mine);
  await other.close();
  assert.equal(copy.status, 'completed');
  assert.equal(copy.rehearsal?.pages[0]?.difference, 'The copy answers 200, the original 410.');
  const gone = await started(
    staff,
    await requested(client, { type: 'backup', fqdn: fqdn('again'), source_url: 'http://10.0.0.1' }, ZIP),
  );
  assert.equal(
    gone.rehearsal?.pages[0]?.difference,
    'The original does not answer. 10.0.0.1 is not a public server.',
    'private addresses are never requested',
  );
  const broken = await openOldHost((req) => void req.socket.destroy());
  const cut = await started(
    staff,
    await requested(client, { type: 'backup', fqdn: fqdn('third'), source_url: broken.url }, ZIP),
  );
  await broken.close();
  assert.equal(
    cut.rehearsal?.pages[0]?.difference,
    'The original does not answer. The connection failed.',
    'messages of the system stay on the server',
  );
});

test('a failed migration leaves no site, keeps its archive and reason, and can be repeated once', async () => {
  const { client, staff, fqdn } = await world(server);
  const damaged = zipOf([
    { name: 'index.html', content: HOME },
    { name: 'data.bin', content: Buffer.alloc(4000, 7), size: 4001 },
  ]);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('bakery') }, damaged);
  const failed = await started(staff, mine);
  assert.equal(failed.status, 'failed');
  assert.match(failed.error ?? '', /^The archive is damaged/);
  assert.deepEqual([failed.site_id, await sitesOf(client)], [null, []]);
  assert.ok((await archives()).includes(`${mine.id}.zip`));
  const again = await client.post<{ data: Migration }>(`/migration/site/${mine.id}/retry`);
  assert.equal(again.status, 200, again.text);
  const { data } = again.body;
  assert.deepEqual([data.status, data.fqdn, data.file_name], ['pending', mine.fqdn, mine.file_name]);
  assert.notEqual(data.token, mine.token);
  assert.equal((await shown(client, mine.id)).status, 'failed', 'a terminal status is final');
  assert.deepEqual(
    [(await archives()).includes(`${data.id}.zip`), (await archives()).includes(`${mine.id}.zip`)],
    [true, false],
  );
  assert.equal((await client.post(`/migration/site/${mine.id}/retry`)).body['code'], 'ARCHIVE_REFUSED');
});

test('a storage that does not answer does not delay the end of a failed migration', async () => {
  const { client, staff, fqdn } = await world(server);
  const { storage } = server.app;
  const { removeFolder } = storage;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  storage.removeFolder = async (folder) => {
    await answered;
    return removeFolder(folder);
  };
  try {
    const damaged = zipOf([
      { name: 'index.html', content: HOME },
      { name: 'data.bin', content: Buffer.alloc(4000, 7), size: 4001 },
    ]);
    const failed = await started(staff, await requested(client, { type: 'backup', fqdn: fqdn('bakery') }, damaged));
    assert.deepEqual([failed.status, failed.site_id], ['failed', null]);
  } finally {
    storage.removeFolder = removeFolder;
    answer();
  }
});

test('a running migration is cancelled with everything that it made; it cannot be deleted or given up meanwhile', async () => {
  const { client, staff, fqdn } = await world(server);
  const slow = await openOldHost(() => undefined);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('bakery'), source_url: slow.url }, ZIP);
  assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
  const { task_id } = await shown(client, mine.id);
  await until('the comparison', async () => {
    const { body } = await client.get<{ steps: { name: string; state: string }[] }>(`/task/${task_id}`);
    return body.steps.some(({ name, state }) => name === 'compare' && state === 'running');
  });
  const late = await client.delete(`/migration/site/${mine.id}`);
  assert.deepEqual([late.body['code'], late.body['task_id']], ['TASK_RUNNING', task_id]);
  assert.equal((await moved(staff, mine.id, { status: 'failed' })).body['code'], 'TASK_RUNNING');
  assert.equal((await moved(client, mine.id, { status: 'cancelled' })).status, 200);
  await until('the end of the task', async () => (await shown(client, mine.id)).status === 'cancelled');
  await slow.close();
  assert.deepEqual(await sitesOf(client), []);
  assert.ok(!(await archives()).includes(`${mine.id}.zip`));
});

test('a start and a cancellation or deletion at the same moment leave no site behind', async () => {
  const { client, staff, fqdn } = await world(server);
  const sharingLink = 'https://10.0.0.1/a.zip';
  for (let round = 0; round < 4; round += 1) {
    const { id } = await requested(client, { type: 'host', fqdn: fqdn('shop'), sharingLink });
    const start = moved(staff, id, { status: 'inprogress' });
    await Promise.all([
      start,
      round % 2 ? client.delete(`/migration/site/${id}`) : moved(client, id, { status: 'cancelled' }),
    ]);
    await until('the end of the copy', async () => (await sitesOf(client)).length === 0);
  }
});

test('a migration has the address to which its site was moved, also when another one was chosen meanwhile', async () => {
  const { client, staff, fqdn } = await world(server);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('first') }, ZIP);
  await started(staff, mine);
  assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
  await client.put(`/migration/site/${mine.id}`, { fqdn: fqdn('second') });
  const ready = await until('the site at its address', async () => {
    const now = await shown(client, mine.id);
    return now.status === 'ready' && now;
  });
  assert.equal(ready.fqdn, fqdn('first'));
  assert.match(ready.site_url ?? '', new RegExp(`^http://${ready.fqdn}`));
});

test('a copy counts as a site of the customer’s plan', async () => {
  const own = await world(server);
  await server.scenario.sites(own.partner, own.customer, 200);
  const mine = await requested(own.client, { type: 'backup', fqdn: own.fqdn('bakery') }, ZIP);
  assert.equal((await moved(own.staff, mine.id, { status: 'inprogress' })).body['code'], 'SITE_QUOTA');
  assert.equal((await shown(own.client, mine.id)).status, 'pending');
});

test('a link is followed over HTTPS to public servers only, and its failure has a reason', async () => {
  const own = await world(server);
  const host = await openSecureHost((req, res) => {
    if (req.url === '/plain') return void res.writeHead(302, { location: 'http://127.0.0.1/a.zip' }).end();
    if (req.url === '/private') return void res.writeHead(302, { location: 'https://10.0.0.1/a.zip' }).end();
    if (req.url === '/loop') return void res.writeHead(302, { location: '/loop' }).end();
    if (req.url === '/login') return void res.end('<title>Log in</title>');
    if (req.url === '/large') return void res.writeHead(200, { 'content-length': String(2 ** 40) }).write('PK');
    res.writeHead(404).end();
  });
  const stranger = await openSecureHost((_req, res) => void res.end('PK'), { stranger: true });
  const reasons = [
    ['https://10.0.0.1/a.zip', /10\.0\.0\.1 is not a public server/],
    ['https://169.254.169.254/latest', /not a public server/],
    ['https://localhost/a.zip', /not a public server/],
    [`${host.url}/plain`, /must begin with https/],
    [`${host.url}/private`, /10\.0\.0\.1 is not a public server/],
    [`${host.url}/loop`, /redirects too often/],
    [`${host.url}/login`, /This is neither a zip nor a tar\.gz file/],
    [`${host.url}/large`, /larger than 512 MB/],
    [`${host.url}/missing`, /Its server answers 404/],
    [stranger.url, /certificate of 127\.0\.0\.1 is not valid/],
  ] as const;
  for (const [link, reason] of reasons) assert.match(await failedBy(own, link), reason, link);
  assert.deepEqual(await sitesOf(own.client), []);
  await Promise.all([host.close(), stranger.close()]);
});
