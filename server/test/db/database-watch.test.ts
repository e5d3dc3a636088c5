import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { createDatabaseWatch, type WatchTimes } from '../../src/db/database-watch.ts';
import { until } from '../../src/testing/index.ts';

const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const WELCOME = Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), READY]);
const LISTENS = Buffer.concat([Buffer.from('C\0\0\0\x0bLISTEN\0', 'latin1'), READY]);
const said = Buffer.concat([Buffer.from('A\0\0\0\x12\0\0\0\x01news\0hello\0', 'latin1')]);
said.writeInt32BE(said.length - 1, 1);

/**
 * The part of PostgreSQL that a watch needs; it rejects the next `away` connections, and does not answer while
 * `mute`.
 */
async function startDatabase(t: TestContext) {
  const open = new Set<Socket>();
  const database = {
    away: 0,
    mute: false,
    tries: 0,
    port: 0,
    listeners: 0,
    drop: () => {
      for (const socket of open) socket.destroy();
    },
    say: () => {
      for (const socket of open) socket.write(said);
    },
  };
  const server = createServer((socket) => {
    database.tries += 1;
    socket.on('error', () => undefined);
    if (database.away > 0) {
      database.away -= 1;
      return void socket.destroy();
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('data', (bytes) => {
      if (database.mute) return;
      if (bytes[0] !== 0x51) return void socket.write(WELCOME);
      if (bytes.includes('listen')) database.listeners += 1;
      socket.write(LISTENS);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    database.drop();
    server.close();
  });
  database.port = (server.address() as AddressInfo).port;
  return database;
}

async function watchOf(t: TestContext, database: { port: number }, times: Partial<WatchTimes> = {}) {
  const changes: boolean[] = [];
  const watch = createDatabaseWatch({
    connectionString: `postgres://panel@127.0.0.1:${database.port}/panel`,
    onChange: (away) => changes.push(away),
    times: { beatMs: 20, retryMs: 20, ...times },
  });
  await watch.start();
  t.after(() => watch.close());
  return { watch, changes };
}

/** A socket as pg opens it, to the same server. */
async function socketTo(
  watch: ReturnType<typeof createDatabaseWatch>,
  port: number,
): Promise<{ socket: Socket; failed: Promise<Error> }> {
  const socket = watch.socket();
  const failed = once(socket, 'error').then(([error]: Error[]) => error as Error);
  socket.connect(port, '127.0.0.1');
  return { socket, failed };
}

test('while the database is down one connection is tried at a time, and one listens once it is back', async (t) => {
  const database = await startDatabase(t);
  const { watch, changes } = await watchOf(t, database);
  const heard: string[] = [];
  let breaks = 0;
  await watch.listen('news', { onMessage: (text) => heard.push(text), onReconnect: () => (breaks += 1) });
  assert.equal(database.tries, 1);
  database.away = 4;
  database.drop();
  await until('a connection that listens again', async () => database.listeners === 2);
  database.say();
  await until('a message', async () => heard.length > 0);
  assert.deepEqual([database.tries, heard, breaks, changes], [6, ['hello'], 1, [true, false]]);
});

test('a single broken connection is replaced, and nobody else notices', async (t) => {
  const database = await startDatabase(t);
  const { watch, changes } = await watchOf(t, database);
  database.drop();
  await until('another connection', async () => database.tries === 2);
  const { socket } = await socketTo(watch, database.port);
  await once(socket, 'connect');
  assert.deepEqual(changes, []);
});

test('a silent database counts as down: open connections are cut, new ones fail, until it answers', async (t) => {
  const database = await startDatabase(t);
  const { watch, changes } = await watchOf(t, database, { silenceMs: 250 });
  const open = await socketTo(watch, database.port);
  await once(open.socket, 'connect');
  database.mute = true;
  assert.match((await open.failed).message, /cannot be reached/);
  assert.match((await (await socketTo(watch, database.port)).failed).message, /cannot be reached/);
  assert.deepEqual(changes, [true]);
  database.mute = false;
  await until('the database to be back', async () => changes.length === 2);
  await once((await socketTo(watch, database.port)).socket, 'connect');
});

test('an idle connection may break without ending the process', async (t) => {
  const database = await startDatabase(t);
  const { watch } = await watchOf(t, database);
  const socket = watch.socket();
  socket.connect(database.port, '127.0.0.1');
  await once(socket, 'connect');
  database.drop();
  await once(socket, 'close');
});
