import type { Migration } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { deletedForGood } from '../site/site-support.ts';
import { moved, requested, shown, world } from './migration-support.ts';
import { openOldHost, openSecureHost, type OldHost } from './old-host.ts';

const page = (color: string, more = '') =>
  `<!doctype html><title>The bakery</title><body style="background:${color}">${more}`;
const RED = '#c81e1e';
const ZIP = zipOf([{ name: 'index.html', content: page(RED) }]);
const NEEDS = 'Chromium does not start in a sandbox here';

let server: TestServer;
let available = false;
let other: OldHost;
let reached = 0;
before(async () => {
  server = await startTestServer({ env: { EGRESS_ALLOW: '127.0.0.1', SITE_PICTURES: 'auto' } });
  available = (await server.app.pictures?.available()) ?? false;
  other = await openOldHost((_req, res) => void ((reached += 1), res.end()));
});
after(async () => {
  await other.close();
  await server.stop();
});

/** A complete copy of the red page, compared with the site at this address. */
async function compared(sourceUrl: string) {
  const own = await world(server);
  const { id } = await requested(own.client, { type: 'backup', fqdn: own.fqdn('bakery'), source_url: sourceUrl }, ZIP);
  assert.equal((await moved(own.staff, id, { status: 'inprogress' })).status, 200);
  const copy = await until('the copy', async () => {
    const now = await shown(own.client, id);
    return now.status === 'inprogress' ? null : now;
  });
  assert.equal(copy.status, 'completed', copy.error ?? '');
  const [first] = copy.rehearsal?.pages ?? [];
  assert.ok(first);
  return { ...own, copy, first };
}

const see = async (client: Client, path: string | null | undefined) =>
  (await client.get(String(path), { accept: 'image/png' })).status;
const urlsOf = ({ pictures }: NonNullable<Migration['rehearsal']>['pages'][number]) => [
  pictures?.copy_url,
  pictures?.original_url,
  pictures?.marked_url,
];

test('each page is pictured on both sides, and only who can open the migration sees it', async (t) => {
  if (!available) return t.skip(NEEDS);
  const original = await openOldHost((req, res) => {
    res.setHeader('content-type', req.url?.endsWith('.css') ? 'text/css' : 'text/html');
    if (req.url?.endsWith('.css')) return void res.end(`body { background: ${RED} }`);
    res.end(
      `<!doctype html><title>The bakery</title><link rel="stylesheet" href="/own.css">
       <img hidden src="${other.url}/a.png"><script>fetch('${other.url}/b', { mode: 'no-cors' }).catch(() => 0)</script>`,
    );
  });
  const { client, staff, copy, first, partner } = await compared(original.url);
  await original.close();
  assert.equal(first.pictures?.similarity, 1);
  assert.equal(reached, 0, 'the browser reaches the original alone');
  const neighbour = await server.as(partner, await server.scenario.customer(partner));
  const foreign = (await world(server)).client;
  for (const url of urlsOf(first)) {
    assert.deepEqual([await see(client, url), await see(staff, url)], [200, 200], String(url));
    assert.deepEqual([await see(neighbour, url), await see(foreign, url)], [404, 404]);
    assert.equal(await see(server.anonymous(partner), url), 404);
  }
  assert.equal(await see(client, first.pictures?.copy_url.replace('/0/', '/1/')), 404);
  assert.equal((await client.delete(`/migration/site/${copy.id}`)).status, 200);
  assert.ok(await server.app.storage.isEmpty(String(copy.site_id)), 'the pictures are deleted with the migration');
});

test('an original that looks different is found, although title and status agree', async (t) => {
  if (!available) return t.skip(NEEDS);
  const original = await openOldHost((_req, res) => {
    res.setHeader('content-type', 'text/html').end(page('#1e1ec8'));
  });
  const { client, copy, first } = await compared(original.url);
  await original.close();
  assert.equal(first.pictures?.similarity, 0);
  assert.equal(first.difference, 'The pictures differ a lot.');
  await deletedForGood(client, String(copy.site_id));
  assert.ok(await server.app.storage.isEmpty(String(copy.site_id)), 'they are deleted with the site');
  assert.deepEqual(urlsOf((await shown(client, copy.id)).rehearsal?.pages[0] ?? first), [
    undefined,
    undefined,
    undefined,
  ]);
});

test('a redirect to another host over TLS is followed before, and its pages are pictured', async (t) => {
  if (!available) return t.skip(NEEDS);
  const secure = await openSecureHost((_req, res) => void res.setHeader('content-type', 'text/html').end(page(RED)));
  const first = await openOldHost((_req, res) => void res.writeHead(301, { location: `${secure.url}/` }).end());
  const { first: compare } = await compared(first.url);
  await Promise.all([secure.close(), first.close()]);
  assert.equal(compare.pictures?.similarity, 1);
});

test('a private address is never pictured', async (t) => {
  if (!available) return t.skip(NEEDS);
  const { first } = await compared('http://10.0.0.1');
  assert.deepEqual([first.pictures?.original_url, first.pictures?.similarity], [null, null]);
  assert.ok(first.pictures?.copy_url);
});

test('pictures that the storage does not take fail nothing', async (t) => {
  if (!available) return t.skip(NEEDS);
  const original = await openOldHost((_req, res) => void res.setHeader('content-type', 'text/html').end(page(RED)));
  const { storage } = server.app;
  const { put } = storage;
  storage.put = async () => {
    throw new Error('The storage does not answer.');
  };
  try {
    const { first } = await compared(original.url);
    assert.deepEqual([first.pictures, first.difference], [null, null]);
  } finally {
    storage.put = put;
    await original.close();
  }
});

test('without a browser the migration is complete, and has no pictures', async () => {
  const plain = await startTestServer({ env: { EGRESS_ALLOW: '127.0.0.1' } });
  try {
    const { client, staff, fqdn } = await world(plain);
    const { id } = await requested(client, { type: 'backup', fqdn: fqdn('bakery') }, ZIP);
    await moved(staff, id, { status: 'inprogress' });
    const copy = await until('the copy', async () => {
      const now = await shown(client, id);
      return now.status === 'completed' && now;
    });
    assert.deepEqual([copy.rehearsal?.has_pictures, copy.rehearsal?.pages[0]?.pictures], [false, null]);
  } finally {
    await plain.stop();
  }
});
