import type { Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { workload as siteTable } from '../../src/db/schema.ts';
import { createSitePictures, type SitePictures } from '../../src/hosting/browser/site-pictures.ts';
import { browserUid, siteUid } from '../../src/hosting/runtime/sandbox.ts';
import { renewPicture } from '../../src/modules/site-picture/renew-picture.ts';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { backUp, writeSiteFile } from '../backup/backup-support.ts';
import { deletedForGood, readySite, tenant, type Tenant } from '../site/site-support.ts';

let server: TestServer;
let pictures: SitePictures;
let available = false;
before(async () => {
  server = await startTestServer();
  pictures = createSitePictures(server.dataDir, server.app.hosting);
  available = await pictures.available();
});
after(async () => {
  await pictures.close();
  await server.stop();
});

const NEEDS = 'Chromium does not start in a sandbox here';
const urlOf = (fqdn: string) => `http://${fqdn}:${server.port}`;
/** The colour at the top left: whatever the filter of the row, this pixel has no neighbour to differ from. */
function colorOf(picture: Buffer): number[] {
  const rows = inflateSync(picture.subarray(picture.indexOf('IDAT') + 4));
  return [...rows.subarray(1, 4)];
}

const siteOf = async ({ client }: Tenant) => (await client.get<Page<Site>>('/site')).body.pageElements[0];

test('a picture shows the site as a visitor sees it, and the browser reaches nothing else', async (t) => {
  if (!available) return t.skip(NEEDS);
  const own = await tenant(server);
  const { site_id: id, fqdn } = await readySite(own, 'red');
  let reached = 0;
  const elsewhere = createServer((_req, res) => void ((reached += 1), res.end())).listen(0, '127.0.0.1');
  try {
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    await writeSiteFile(server.dataDir, id, 'style.css', 'body { background: #c81e1e }');
    const page = `<link rel="stylesheet" href="/style.css"><img src="http://127.0.0.1:${port}/a.png">
      <iframe src="http://127.0.0.1:${server.port}/login"></iframe><iframe src="file:///etc/passwd"></iframe>
      <script>fetch('http://127.0.0.1:${port}/b', { method: 'POST', mode: 'no-cors' }).catch(() => 0)</script>`;
    await writeSiteFile(server.dataDir, id, 'index.html', page);
    assert.deepEqual(colorOf(await pictures.take(id, urlOf(fqdn))), [0xc8, 0x1e, 0x1e]);
    assert.equal(reached, 0);
  } finally {
    elsewhere.close();
  }
});

test('the processes of a browser do not count as those of the site', async (t) => {
  if (!available) return t.skip(NEEDS);
  if (process.getuid?.() !== 0) return t.skip('only root gives a site a user of its own');
  const own = await tenant(server);
  const { site_id: id, fqdn } = await readySite(own, 'counted');
  const users = async (): Promise<number[]> => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(pids.map((pid) => stat(`/proc/${pid}`).catch(() => null)));
    return found.flatMap((one) => (one === null ? [] : [one.uid]));
  };
  const taken = pictures.take(id, urlOf(fqdn));
  const seen = await until('the browser', async () => {
    const now = await users();
    return now.includes(browserUid(id)) && now;
  });
  assert.equal(seen.includes(siteUid(id)), false);
  await taken;
});

test('a site gets a picture once it is ready, again after a change, and a day later', async (t) => {
  if (!available) return t.skip(NEEDS);
  // Sites of the tests before this one are due, too.
  await server.db.update(siteTable).set({ pictureTriedAt: sql`now() + interval '1 hour'` });
  const own = await tenant(server);
  const { site_id: id } = await readySite(own, 'shown');
  assert.equal((await siteOf(own))?.picture_url, null);
  const taken = async (): Promise<string | null | undefined> => {
    await renewPicture(server.app, pictures);
    return (await siteOf(own))?.picture_url;
  };
  const first = await taken();
  assert.match(String(first), new RegExp(`^/site-picture/${id}/\\d+\\.png$`));
  assert.equal(await taken(), first, 'it is not due');
  await own.client.put(`/site/id/${id}`, { name: 'changed' });
  const second = await taken();
  assert.notEqual(second, first);
  await server.db
    .update(siteTable)
    .set({
      pictureTriedAt: sql`now() - interval '25 hours'`,
      updatedAt: sql`now() - interval '26 hours'`,
      contentAt: sql`now() - interval '26 hours'`,
    })
    .where(eq(siteTable.id, id));
  assert.notEqual(await taken(), second);
});

test('a backup is no reason for another picture', async () => {
  await server.db.update(siteTable).set({ pictureTriedAt: sql`now() + interval '1 hour'` });
  const own = await tenant(server);
  const { site_id: id, fqdn } = await readySite(own, 'backed-up');
  const asked: string[] = [];
  const counting = {
    available: async () => true,
    take: async (siteId: string) => (asked.push(siteId), Buffer.from('picture')),
  };
  await renewPicture(server.app, counting);
  await backUp(own.client, fqdn);
  await renewPicture(server.app, counting);
  assert.deepEqual(asked, [id]);
  await own.client.put(`/site/id/${id}`, { name: 'changed' });
  await renewPicture(server.app, counting);
  assert.deepEqual(asked, [id, id]);
});

test('a failed picture is tried again after minutes, three times, and then a day later or after a change', async () => {
  await server.db.update(siteTable).set({ pictureTriedAt: sql`now() + interval '1 hour'` });
  const own = await tenant(server);
  const { site_id: id } = await readySite(own, 'failing');
  let tries = 0;
  const failing = {
    available: async () => true,
    take: async (): Promise<Buffer> => {
      tries += 1;
      throw new Error('the browser was ended');
    },
  };
  const after = async (minutes: number): Promise<number> => {
    const past = sql`now() - make_interval(mins => ${minutes})`;
    const older = sql`now() - interval '2 days'`;
    await server.db.update(siteTable).set({ pictureTriedAt: past, contentAt: older }).where(eq(siteTable.id, id));
    await renewPicture(server.app, failing);
    return tries;
  };
  await renewPicture(server.app, failing);
  assert.equal(tries, 1);
  assert.equal(await after(1), 1, 'not at once');
  assert.deepEqual([await after(6), await after(11), await after(16)], [2, 3, 4]);
  assert.equal(await after(60), 4, 'it has failed too often');
  assert.equal(await after(25 * 60), 5);
  await own.client.put(`/site/id/${id}`, { name: 'changed' });
  await renewPicture(server.app, failing);
  assert.equal(tries, 6);
  assert.equal(await after(6), 7, 'the count begins again');
});

test('a site that is deleted while its picture is taken leaves none', async (t) => {
  if (!available) return t.skip(NEEDS);
  await server.db.update(siteTable).set({ pictureTriedAt: sql`now() + interval '1 hour'` });
  const own = await tenant(server);
  const { site_id: id } = await readySite(own, 'leaving');
  let taken = '';
  await renewPicture(server.app, {
    ...pictures,
    async take(siteId, url) {
      const picture = await pictures.take(siteId, url);
      await deletedForGood(own.client, id);
      taken = siteId;
      return picture;
    },
  });
  assert.equal(taken, id);
  assert.ok(await server.app.storage.isEmpty(id));
});

test('only who can open the site sees its picture; of a protected or deleted one, nobody', async (t) => {
  if (!available) return t.skip(NEEDS);
  const own = await tenant(server);
  const { site_id: id } = await readySite(own, 'private');
  await renewPicture(server.app, pictures);
  const path = String((await siteOf(own))?.picture_url);
  const see = async (client: Client) => (await client.get(path, { accept: 'image/png' })).status;
  const answer = await own.client.get(path, { accept: 'image/png' });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.match(String(answer.headers['cache-control']), /^private/);
  const other = await tenant(server);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.deepEqual(
    [await see(neighbour), await see(other.client), await see(server.anonymous(own.partner)), await see(admin)],
    [404, 404, 404, 200],
  );
  const protection = { username: 'guest', password: 'let-me-in-1' };
  await own.client.put(`/site/id/${id}`, { password_protection: protection });
  assert.equal((await siteOf(own))?.picture_url, null);
  assert.equal(await see(own.client), 404);
  await own.client.put(`/site/id/${id}`, { password_protection: null });
  assert.equal(await see(own.client), 200);
  await deletedForGood(own.client, id);
  assert.equal(await see(own.client), 404);
  assert.ok(await server.app.storage.isEmpty(id));
});
