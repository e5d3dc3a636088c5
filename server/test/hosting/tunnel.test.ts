import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openEgress } from '../attack/egress-support.ts';
import { openRawServer } from '../site-source/file-servers.ts';

const BYTES = 8 * 1024 * 1024;
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';

test('what a server sent before it closed reaches a client of a tunnel that reads late', async (t) => {
  const server = await openRawServer((socket) => socket.end(Buffer.alloc(BYTES), () => socket.destroy()));
  const bench = await openEgress({ allow: ['127.0.0.1'] });
  t.after(() => Promise.all([bench.close(), server.close()]));
  const client = connect({ path: bench.channels.egress }).pause();
  client.write(`CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  let size = 0;
  for await (const chunk of client) {
    size += (chunk as Buffer).length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(size, ESTABLISHED.length + BYTES);
});
