import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createReach } from '../../src/hosting/egress/relay.ts';
import { openRawServer } from './file-servers.ts';

const BYTES = 8 * 1024 * 1024;
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A relay to a server of this machine, in both kinds. */
async function relayTo(port: number, where: 'socket' | 'loopback') {
  const dial = async (target: { port: number }) => {
    const socket = connect({ host: '127.0.0.1', port: target.port });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return socket.on('error', () => undefined);
  };
  const folder = async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'panel-relay-'));
    folders.push(made);
    return made;
  };
  return createReach(dial, folder)({ host: 'files.example', port }, where);
}

const clientOf = ({ path: file, port }: { path: string | null; port: number | null }) =>
  file === null ? connect({ host: '127.0.0.1', port: port ?? 0 }) : connect({ path: file });

for (const where of ['socket', 'loopback'] as const) {
  test(`what a server sent before it closed reaches a client that reads late (${where})`, async () => {
    const server = await openRawServer((socket) => socket.end(Buffer.alloc(BYTES), () => socket.destroy()));
    const relay = await relayTo(server.port, where);
    const client = clientOf(relay).pause();
    client.write(`${relay.token} ${server.port}\n`);
    // The relay holds what the client does not read, and the server has ended by then.
    await new Promise((resolve) => setImmediate(resolve));
    let size = 0;
    for await (const chunk of client) {
      size += (chunk as Buffer).length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(size, BYTES);
    await relay.close();
    await server.close();
  });

  test(`a wrong word, or a port that is not for files, ends the connection (${where})`, async () => {
    let connections = 0;
    const server = await openRawServer(() => void (connections += 1));
    const relay = await relayTo(server.port, where);
    for (const head of [
      'wrong 2121',
      `${relay.token} 25`,
      `${relay.token} 70000000`,
      `${relay.token} 2121; x`,
      'x'.repeat(500),
      `${'\u00ff'.repeat(relay.token.length)} 2121`,
    ]) {
      const client = clientOf(relay);
      client.write(`${head}\n`, 'latin1');
      for await (const _chunk of client.on('error', () => undefined)) assert.fail('nothing is sent');
    }
    assert.equal(connections, 1, 'the relay itself has connected once');
    await relay.close();
    await server.close();
  });
}

test('a client that ends after its server makes room for the next, however many there are', async () => {
  let gone = Promise.withResolvers<void>();
  const server = await openRawServer((socket) => void socket.once('close', () => gone.resolve()).end('all'));
  const relay = await relayTo(server.port, 'socket');
  for (let at = 0; at < 100; at += 1) {
    gone = Promise.withResolvers();
    const client = connect({ path: relay.path ?? '', allowHalfOpen: true });
    client.write(`${relay.token} ${server.port}\n`);
    const parts: Buffer[] = [];
    for await (const part of client.on('data', (chunk: Buffer) => void parts.push(chunk))) void part;
    assert.equal(Buffer.concat(parts).toString(), 'all', `connection ${at}`);
    await gone.promise;
    client.end();
  }
  await relay.close();
  await server.close();
});

test('a silent connection stays open while another one moves, as during a transfer over FTP', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = await openRawServer((socket) => void socket.on('data', (chunk) => socket.write(chunk)));
  const relay = await relayTo(server.port, 'loopback');
  const [silent, busy] = [clientOf(relay), clientOf(relay)];
  const echo = async (client: Socket, text: string) => {
    client.write(text);
    assert.equal(String((await once(client, 'data'))[0]), text);
  };
  for (const client of [silent, busy]) {
    client.write(`${relay.token} ${server.port}\n`);
    await echo(client, 'first');
  }
  for (let seconds = 0; seconds < 120; seconds += 40) {
    t.mock.timers.tick(40_000);
    await echo(busy, 'part of a file');
  }
  await echo(silent, 'still here');
  const closed = Promise.all([once(silent, 'close'), once(busy, 'close')]);
  t.mock.timers.tick(60_000);
  await closed;
  await relay.close();
  await server.close();
});
