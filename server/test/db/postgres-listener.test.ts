import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { listenWithReconnect } from '../../src/db/postgres-listener.ts';
import { until } from '../../src/testing/index.ts';

const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const WELCOME = Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), READY]);
const LISTENS = Buffer.concat([Buffer.from('C\0\0\0\x0bLISTEN\0', 'latin1'), READY]);
const said = Buffer.concat([Buffer.from('A\0\0\0\x12\0\0\0\x01news\0hello\0', 'latin1')]);
said.writeInt32BE(said.length - 1, 1);

/** As much of PostgreSQL as a listener needs; it refuses the next `away` connections. */
async function startDatabase(t: TestContext) {
  const open = new Set<Socket>();
  const database = { away: 0, tries: 0, port: 0, listeners: 0, drop: () => { for (const socket of open) socket.destroy(); }, say: () => { for (const socket of open) socket.write(said); } };
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
      if (bytes[0] !== 0x51) return void socket.write(WELCOME);
      database.listeners += 1;
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

test('while the database is away one connection is tried at a time, and one listens when it is back', async (t) => {
  const database = await startDatabase(t);
  const heard: string[] = [];
  const close = await listenWithReconnect(`postgres://panel@127.0.0.1:${database.port}/panel`, 'news', (text) => heard.push(text), 20);
  t.after(close);
  assert.equal(database.tries, 1);
  database.away = 4;
  database.drop();
  await until('a connection that listens again', async () => database.listeners === 2);
  database.say();
  await until('a message', async () => heard.length > 0);
  assert.deepEqual([database.tries, heard], [6, ['hello']]);
});
