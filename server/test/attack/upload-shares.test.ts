import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Endpoint } from '../../src/hosting/index.ts';
import { edgeSite, listen, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { until } from '../hosting/hosting-support.ts';

const MB = 1024 ** 2;
const fqdn = (site: string) => `${site}.sites.localhost`;

describe('nobody can take all the room for uploads', () => {
  let bench: EdgeBench;
  let uploadDir: string;
  const server = createServer((req, res) => void req.resume().on('end', () => res.end('ok')));
  const clients = new Set<Socket>();

  before(async () => {
    uploadDir = await mkdtemp(path.join(tmpdir(), 'panel-uploads-'));
    const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(server), token: 't' };
    bench = await openEdge(
      { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint },
      { uploadDir, uploadDiskBytes: 16 * MB },
    );
    for (const site of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
      bench.sites.set(fqdn(site), edgeSite(site, fqdn(site)));
  });
  afterEach(async () => {
    clients.forEach((socket) => socket.destroy());
    await Promise.all([...clients].map(async (socket) => until('a client to be gone', async () => socket.closed)));
    clients.clear();
  });
  after(async () => {
    await bench.close();
    server.closeAllConnections();
    server.close();
    await rm(uploadDir, { recursive: true, force: true });
  });

  /** Sends a part of an upload from an address; `answer` is the status line of the response, once there is one. */
  const upload = (site: string, localAddress: string, announced: number, sent: number) => {
    const socket = connect({ host: '127.0.0.1', port: bench.port, localAddress });
    const { promise: answer, resolve } = Promise.withResolvers<string>();
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
    clients.add(socket);
    socket
      .setEncoding('latin1')
      .once('data', (text: string) => resolve(text.split('\r\n')[0] ?? ''))
      .on('error', () => undefined)
      .once('close', () => wrote());
    socket.write(`POST / HTTP/1.1\r\nHost: ${fqdn(site)}\r\nContent-Length: ${announced}\r\n\r\n`);
    socket.write(Buffer.alloc(sent, 'x'), () => wrote());
    return { answer, written, socket };
  };

  test('one address fills a quarter, over any number of sites', async () => {
    const held = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((site) => upload(site, '127.0.0.2', 4 * MB, 3 * MB));
    await Promise.all(held.map(({ written }) => written));
    assert.match(await Promise.any(held.map(({ answer }) => answer)), / 503 /);
    // At a site of which it holds nothing, as much as at any time; at the others what it leaves them.
    assert.match(await upload('i', '127.0.0.3', 3 * MB, 3 * MB).answer, / 200 /);
    assert.match(await upload('a', '127.0.0.3', MB, MB).answer, / 200 /);
  });

  test('one site fills a quarter, from any number of addresses', async () => {
    const held = [2, 3, 4, 5, 6, 7, 8, 9].map((last) => upload('a', `127.0.0.${last}`, 4 * MB, 3 * MB));
    await Promise.all(held.map(({ written }) => written));
    assert.match(await Promise.any(held.map(({ answer }) => answer)), / 503 /);
    assert.match(await upload('b', '127.0.0.10', 3 * MB, 3 * MB).answer, / 200 /);
  });

  test('one address leaves some of what a site may take to its other visitors', async () => {
    const held = Array.from({ length: 8 }, () => upload('a', '127.0.0.2', 4 * MB, 3 * MB));
    await Promise.all(held.map(({ written }) => written));
    assert.match(await Promise.any(held.map(({ answer }) => answer)), / 503 /);
    assert.match(await upload('a', '127.0.0.3', MB, MB).answer, / 200 /);
  });

  test('one address has a limited number of concurrent uploads, one site too, and its visitors get responses', async () => {
    const refused = async (uploads: ReturnType<typeof upload>[]) => {
      await Promise.all(uploads.map(({ written }) => written));
      assert.match(await Promise.any(uploads.map(({ answer }) => answer)), / 503 /);
    };
    await refused(Array.from({ length: 33 }, () => upload('a', '127.0.0.2', 100, 1)));
    assert.match(await upload('a', '127.0.0.3', 100, 100).answer, / 200 /);
    await refused(Array.from({ length: 129 }, (_, i) => upload('b', `127.0.1.${i + 1}`, 100, 1)));
    assert.equal((await bench.ask(fqdn('b'))).status, 200);
    assert.match(await upload('a', '127.0.0.3', 100, 100).answer, / 200 /);
  });
});
