import type { DirectoryDetails, DirectoryItem, Extension, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { createDirectory } from '../../src/hosting/directory/directory.ts';
import { replaceVulnerabilities } from '../../src/modules/vulnerability/vulnerability.repo.ts';
import { startFakeDirectory, type FakeDirectory } from '../../src/testing/fake-directory.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';
import { zipOf } from './zip-support.ts';

let directory: FakeDirectory;
let server: TestServer;
before(async () => {
  directory = await startFakeDirectory();
  server = await startTestServer({ env: { WORDPRESS_DIRECTORY_URL: directory.url } });
});
after(async () => {
  await server.stop();
  await directory.close();
});
const entries = () => directory.entries;
afterEach(() => {
  directory.instead = null;
});

/** Another search each time, so that no older answer counts. */
let searches = 0;
const search = (client: Client, kind = 'plugin', query = '') =>
  client.get<Page<DirectoryItem>>(`/${kind}/directory?pageSize=${(searches++ % 90) + 10}${query}`);
const item = (client: Client, slug: string, kind = 'plugin') =>
  client.get<DirectoryDetails>(`/${kind}/directory/${slug}`);
const add = (client: Client, slug: string, kind = 'plugin') =>
  client.post<{ data: Extension; code: string; message: string }>(`/${kind}/directory/${slug}`, {});
const library = async (client: Client, query = '') =>
  (await client.get<Page<Extension> & { has_directory: boolean }>(`/plugin${query}`)).body;
/** As a browser asks for it. */
const pictureOf = (client: Client, address: string | null | undefined) => {
  assert.match(String(address), /^\/directory-picture\//);
  return client.get(String(address), { accept: 'image/*' });
};
const addEntry = (slug: string, more: Record<string, unknown> = {}) => {
  entries().push({ kind: 'plugin', slug, version: '1.0', name: slug, ...more });
  return slug;
};

test('the directory is searched: texts are plain, pictures are the panel’s, and own sites, library and feed are compared', async () => {
  const { client, partner, customer } = await tenant(server);
  await server.scenario.site(partner, customer, { name: 'shop', version: '6.9.2' });
  await server.scenario.site(partner, customer, { name: 'blog', version: '6.8.3' });
  const range = { fromVersion: '*', fromInclusive: true, toInclusive: true, kind: 'plugin' } as const;
  await replaceVulnerabilities(server.db, [
    { ...range, feedId: 'a', slug: 'contact-kit', title: 'A', toVersion: '5.2', severity: 'high', fixedIn: '5.2.1' },
    { ...range, feedId: 'b', slug: 'contact-kit', title: 'B', toVersion: '4.0', severity: 'critical', fixedIn: '4.1' },
  ]);
  const { body, text } = await search(client, 'plugin', '&keyword=contact');
  assert.equal(body.totalCount, 1, text);
  const [{ icon_url, ...found } = {} as DirectoryItem] = body.pageElements;
  assert.deepEqual(found, {
    ...{ slug: 'contact-kit', name: 'Contact Kit – Forms', version: '5.2', author: 'Ada & Sons' },
    ...{ summary: 'Forms for every page.', rating: 92, rating_count: 310, active_installs: 400_000 },
    ...{ requires_wp: '6.2', requires_php: '7.4', tested_wp: '6.8.1', untested_wp: '6.9.2' },
    ...{ updated_at: '2026-10-05T14:13:00.000Z', in_library: null },
    vulnerabilities: { known: 2, current: 1, severest: 'high', fixed_in: '5.2.1' },
  });
  const picture = await pictureOf(client, icon_url);
  assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png']);
  assert.match(String(picture.headers['content-security-policy']), /default-src 'none'/);
  assert.equal((await pictureOf(server.anonymous(partner), icon_url)).status, 404);
  const details = (await item(client, 'contact-kit')).body;
  assert.equal(details.description, 'Build forms.\n• Drag\n• Drop');
  assert.deepEqual([details.tags, details.changelog], [['form', 'contact'], '5.2\nFaster.']);
  const theme = (await search(client, 'theme')).body.pageElements[0];
  assert.deepEqual(
    [theme?.author, theme?.summary, theme?.tested_wp, theme?.updated_at],
    ['The paper people', 'A quiet theme.', null, '2026-09-30T00:00:00.000Z'],
  );
  assert.equal((await pictureOf(client, theme?.icon_url)).status, 200);
});

test('an entry is added to the library once, is found by its tag, and a newer version is offered and added', async () => {
  const { client } = await tenant(server);
  addEntry('update-kit', { tags: { calendar: 'Calendar' } });
  const added = await add(client, 'update-kit');
  assert.equal(added.status, 200, added.text);
  assert.deepEqual([added.body.data.source, added.body.data.version], ['directory', '1.0']);
  assert.equal((await add(client, 'update-kit')).body.data.id, added.body.data.id);
  const { pageElements, has_directory } = await library(client, '?keyword=calendar');
  assert.deepEqual([pageElements.length, pageElements[0]?.directory_version, has_directory], [1, null, true]);
  const entry = entries().find(({ slug }) => slug === 'update-kit');
  assert.ok(entry);
  entry.version = '1.1';
  await server.db.execute("update directory_item set checked_at = now() - interval '1 day'");
  const id = await server.app.tasks.enqueue(server.db, {
    ...{ kind: 'panel.directory', partnerId: null, customerId: null, userId: null },
    ...{ resourceId: 'directory', title: 'test', payload: {} },
  });
  assert.equal((await server.app.tasks.waitFor(id)).status, 'succeeded');
  assert.equal((await library(client)).pageElements[0]?.directory_version, '1.1');
  assert.equal((await add(client, 'update-kit')).body.data.version, '1.1');
  assert.deepEqual(
    (await library(client)).pageElements.map(({ version, directory_version }) => [version, directory_version]),
    [
      ['1.1', null],
      ['1.0', null],
    ],
  );
  assert.equal((await item(client, 'update-kit')).body.in_library?.version, '1.1');
});

test('what is not there, not what it says, no archive or too large is not added and leaves no file', async () => {
  const { client } = await tenant(server);
  assert.equal((await add(client, 'missing')).status, 404);
  assert.equal((await client.post('/plugin/directory/..%2Fetc', {})).status, 422);
  const codeOf = async (slug: string, more: Record<string, unknown>) =>
    (await add(client, addEntry(slug, more))).body.code;
  const file = (name: string) => zipOf([{ name, content: '<?php\n/*\nPlugin Name: X\nVersion: 1.0\n*/' }]);
  assert.equal(await codeOf('other-slug', { zip: file('another/another.php') }), 'DIRECTORY_MISMATCH');
  assert.equal(
    await codeOf('other-version', { version: '2.0', zip: file('other-version/a.php') }),
    'DIRECTORY_MISMATCH',
  );
  assert.equal(await codeOf('climbing', { zip: file('../climbing/a.php') }), 'ARCHIVE_REFUSED');
  assert.equal(await codeOf('no-zip', { zip: Buffer.from('text') }), 'ARCHIVE_REFUSED');
  assert.equal(await codeOf('nothing', { download_link: 'javascript:alert(1)' }), 'DIRECTORY_NO_DOWNLOAD');
  assert.equal(await codeOf('gone', { download_link: `${directory.url}/gone.zip` }), 'DIRECTORY_UNAVAILABLE');
  addEntry('damaged');
  directory.instead = (url, res) => {
    if (url.pathname.endsWith('.zip')) res.setHeader('repr-digest', `sha-256=:${'A'.repeat(43)}=:`);
    return false;
  };
  assert.equal((await add(client, 'damaged')).body.code, 'DIRECTORY_UNAVAILABLE');
  addEntry('large');
  directory.instead = (url, res) => {
    if (!url.pathname.endsWith('.zip')) return false;
    res.writeHead(200, { 'content-length': String(64 * 1024 ** 2) });
    res.write('PK');
    return true;
  };
  assert.equal((await add(client, 'large')).body.code, 'TOO_LARGE');
  assert.equal((await library(client)).totalCount, 0);
  assert.deepEqual(await readdir(path.join(server.dataDir, 'uploads')), []);
});

test('whatever the directory names or redirects to is under the rules for addresses of others', async () => {
  const { client } = await tenant(server);
  const inner = await startFakeDirectory();
  try {
    const codeOf = async (slug: string, download_link: string) =>
      (await add(client, addEntry(slug, { download_link }))).body.code;
    assert.equal(await codeOf('to-loopback', `${inner.url}/plugin/a.zip`), 'DIRECTORY_UNAVAILABLE');
    assert.equal(await codeOf('to-metadata', 'http://169.254.169.254/latest/'), 'DIRECTORY_UNAVAILABLE');
    directory.instead = (url, res) => {
      if (!url.pathname.startsWith('/plugins/') && !url.pathname.endsWith('.zip')) return false;
      res.writeHead(302, { location: `${inner.url}${url.pathname}${url.search}` }).end();
      return true;
    };
    assert.equal((await search(client)).body['code' as never], 'DIRECTORY_UNAVAILABLE');
    directory.instead = null;
    addEntry('icon-inside', { icons: { default: `${inner.url}/icon.png` } });
    const [shown] = (await search(client, 'plugin', '&keyword=icon-inside')).body.pageElements;
    assert.equal((await pictureOf(client, shown?.icon_url)).status, 404);
    // Nobody else can make an address that the panel fetches.
    const forged = Buffer.from(`${directory.url}/icon.png`).toString('base64url');
    assert.equal((await pictureOf(client, `/directory-picture/${forged}/${'A'.repeat(22)}`)).status, 404);
    assert.deepEqual(inner.asked, []);
  } finally {
    await inner.close();
  }
});

test('an SVG, a page or a picture that is too large is not shown', async () => {
  const { client } = await tenant(server);
  for (const [slug, body] of [
    ['drawn', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['html-file', '<html><script>alert(1)</script>'],
    ['huge', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2 * 1024 ** 2)])],
  ] as const) {
    addEntry(slug, { icons: { default: `${directory.url}/${slug}.picture` } });
    directory.instead = (url, res) => url.pathname === `/${slug}.picture` && Boolean(res.end(body));
    const [shown] = (await search(client, 'plugin', `&keyword=${slug}`)).body.pageElements;
    assert.equal((await pictureOf(client, shown?.icon_url)).status, 404, slug);
    assert.equal(directory.asked.at(-1)?.pathname, `/${slug}.picture`);
  }
});

test('while the directory is away, too slow, too large or says nonsense, the library works as usual', async () => {
  const { client } = await tenant(server);
  const codeWith = async (instead: FakeDirectory['instead']) => {
    directory.instead = instead;
    return (await search(client)).body['code' as never];
  };
  const away = 'DIRECTORY_UNAVAILABLE';
  for (const body of ['', 'null', '[]', '<html>', '{"plugins": 7}', `{"plugins": ${'['.repeat(100_000)}`])
    assert.equal(await codeWith((_url, res) => Boolean(res.end(body))), away, body.slice(0, 20));
  assert.equal(await codeWith((_url, res) => Boolean(res.writeHead(500).end())), away);
  assert.equal(await codeWith((_url, res) => Boolean(res.destroy())), away);
  assert.equal(await codeWith((_url, res) => Boolean(res.end(Buffer.alloc(10_000_000, ' ')))), away);
  const odd = { plugins: [null, { slug: '../x', version: '1' }, { slug: 'x' }, { slug: 'fine', version: '1' }] };
  directory.instead = (_url, res) => Boolean(res.end(JSON.stringify(odd)));
  assert.deepEqual(
    (await search(client)).body.pageElements.map(({ slug, name }) => [slug, name]),
    [['fine', 'fine']],
    'the others are shown',
  );
  assert.equal((await library(client)).has_directory, true);
});

test('a directory that answers too late is given up, and one that is asked too often is left alone', async () => {
  const options = {
    home: new URL(directory.url),
    outside: server.app.outside,
    read: () => Promise.reject(new Error('not reached')),
    now: Date.now,
  };
  const late = createDirectory({
    ...options,
    answerMs: 1,
    outside: {
      ...server.app.outside,
      get: (_url, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  });
  const question = { browse: 'popular', pageIndex: 1, pageSize: 20 } as const;
  await assert.rejects(late.search('plugin', question, 'me'), { code: 'DIRECTORY_UNAVAILABLE' });

  const own = await startTestServer({ env: { WORDPRESS_DIRECTORY_URL: directory.url } });
  try {
    const { client } = await tenant(own);
    directory.instead = (_url, res) => Boolean(res.writeHead(429, { 'retry-after': '40' }).end());
    const refused = await search(client);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '40']);
    const before = directory.asked.length;
    directory.instead = null;
    assert.equal((await search(client)).status, 503, 'it is not asked again yet');
    assert.equal(directory.asked.length, before);
  } finally {
    await own.stop();
  }
});

test('an answer counts for a while, and without a directory the library offers none', async () => {
  const { client } = await tenant(server);
  const path = '/plugin/directory?keyword=gallery&pageSize=7';
  await client.get(path);
  const before = directory.asked.length;
  assert.equal((await client.get<Page<DirectoryItem>>(path)).body.totalCount, 1);
  assert.equal(directory.asked.length, before);
  const without = await startTestServer();
  try {
    const other = await tenant(without);
    assert.equal((await library(other.client)).has_directory, false);
    assert.equal((await search(other.client)).body['code' as never], 'DIRECTORY_OFF');
    assert.equal((await add(other.client, 'contact-kit')).body.code, 'DIRECTORY_OFF');
  } finally {
    await without.stop();
  }
});
