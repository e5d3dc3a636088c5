import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { hostedServer } from '../../src/hosting/browser/page-server.ts';
import { openSiteProxy, type SiteProxy } from '../../src/hosting/browser/site-proxy.ts';

const HOST = 'site.test';
const PAGE = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nok';
const folder = await mkdtemp(path.join(tmpdir(), 'site-proxy-'));
after(() => rm(folder, { recursive: true }));

type Shown = { proxy: SiteProxy; socket: string; get(path?: string): Promise<number | null> };

/** Runs `work` with the proxy of a site whose own process answers with these bytes, by path. */
async function withSite(answers: Record<string, string>, work: (shown: Shown) => Promise<void>): Promise<void> {
  const site = createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', (asked) => client.end(answers[String(asked).split(' ', 2)[1] ?? ''] ?? '', 'latin1'));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const socket = path.join(folder, `${port}`);
  const url = `http://${HOST}`;
  const proxy = await openSiteProxy(socket, url, hostedServer(url, { host: '127.0.0.1', port }));
  const get = (of = '/') =>
    new Promise<number | null>((resolve) => {
      const asked = request({ socketPath: socket, path: `http://${HOST}${of}`, agent: false }, (answer) => {
        answer.on('error', () => resolve(null)).on('end', () => resolve(answer.statusCode ?? null));
        answer.resume();
      });
      asked.on('error', () => resolve(null)).end();
    });
  try {
    await work({ proxy, socket, get });
  } finally {
    proxy.close();
    site.close();
  }
}

test('an answer that cannot be sent on is refused, and ends nothing else', () =>
  withSite({ '/': 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n', '/page': PAGE }, async ({ get }) => {
    assert.equal(await get(), 403);
    assert.equal(await get('/page'), 200);
  }));

test('clients that ask for a tunnel and leave end nothing else', () =>
  withSite({ '/': PAGE }, async ({ get, socket }) => {
    for (let i = 0; i < 20; i += 1) {
      const client = connect(socket).on('error', () => undefined);
      client.end('CONNECT elsewhere.test:443 HTTP/1.1\r\nhost: elsewhere.test\r\n\r\n', () => client.destroy());
      await once(client, 'close');
    }
    assert.equal(await get(), 200);
  }));

test('a browser has 64 connections, and one request at a time on each', () =>
  withSite({ '/': PAGE }, async ({ socket, get }) => {
    const open: Socket[] = [];
    for (let i = 0; i < 64; i += 1) {
      const client = connect(socket).on('error', () => undefined);
      await once(client, 'connect');
      open.push(client);
    }
    assert.equal(await get(), null);
    const [first] = open;
    assert.ok(first);
    first.write(`GET http://${HOST}/ HTTP/1.1\r\nhost: ${HOST}\r\n\r\n`.repeat(50));
    await once(first.resume(), 'close');
    assert.equal(await get(), 200);
    for (const client of open) client.destroy();
  }));

const redirect = (to: string) => `HTTP/1.1 302 Found\r\nlocation: ${to}\r\ncontent-length: 0\r\n\r\n`;
const CUT = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 20\r\n\r\nok';
for (const [what, first, sent] of [
  ['its page', PAGE, true],
  ['a redirect to its page', redirect('/page#part'), true],
  ['a redirect to another site', redirect('http://elsewhere.test/page'), false],
  ['half a page', CUT, false],
  ['nothing', '', false],
] as const)
  test(`a site that answers with ${what} ${sent ? 'has' : 'has not'} sent its page`, () =>
    withSite({ '/': first, '/page': PAGE }, async ({ proxy, get }) => {
      await get();
      await get('/page');
      assert.equal(proxy.hasSentPage(), sent);
    }));
