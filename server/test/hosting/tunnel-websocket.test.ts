import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createConnectionPace, type ConnectionPace } from '../../src/hosting/egress/connection-pace.ts';
import { tunnelNetworking, tunnelUrl } from '../../src/hosting/egress/tunnel-websocket.ts';
import { CHANNEL_PACE } from '../../src/hosting/runtime/site-runtime.ts';
import { listenOn, openEgress } from '../attack/egress-support.ts';

const atOnce: ConnectionPace = (begin) => {
  begin();
  return () => undefined;
};

test('the connections of php-wasm are tunnels through the egress; a rejected one fails like a closed port', async () => {
  const outside = await listenOn('127.0.0.2', () => ({ body: 'from outside' }));
  const inside = await listenOn('127.0.0.1');
  const bench = await openEgress({ allow: ['127.0.0.2'] });
  try {
    const networking = tunnelNetworking(bench.channels, { egress: atOnce, mail: atOnce });
    const TunnelWebSocket = networking.decorator();
    const socket = new TunnelWebSocket(networking.url(null, '127.0.0.2', outside.port));
    await once(socket, 'open');
    assert.equal(socket.readyState, socket.OPEN);
    let text = '';
    socket.on('message', (chunk, isBinary) => {
      assert.equal(isBinary, true);
      text += String(chunk);
    });
    socket.send(new TextEncoder().encode('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').buffer);
    await once(socket, 'close');
    assert.match(text, /from outside/);

    for (const host of ['127.0.0.1', 'localhost', '::1', '172.29.1.0']) {
      const refused = new TunnelWebSocket(tunnelUrl(host, inside.port));
      const events = ['error', 'close'].map(
        (name) => new Promise<void>((resolve) => refused.addEventListener(name, () => resolve())),
      );
      await Promise.all(events);
      assert.equal(refused.readyState, refused.CLOSED);
    }
    assert.equal(inside.connections, 0);
    assert.throws(
      () => new (networking.serverDecorator())(),
      (error: Error) => error.name === 'ErrnoError',
    );
  } finally {
    await bench.close();
    await outside.close();
    await inside.close();
  }
});

test('no more connections at a time than the pace allows reach the egress; the next begins when one ends', async () => {
  const outside = await listenOn('127.0.0.2');
  const bench = await openEgress({ allow: ['127.0.0.2'] });
  const pace = () => createConnectionPace({ ...CHANNEL_PACE, held: () => undefined });
  const { decorator, url } = tunnelNetworking(bench.channels, { egress: pace(), mail: pace() });
  const TunnelWebSocket = decorator();
  const open = () => new TunnelWebSocket(url(null, '127.0.0.2', outside.port));
  try {
    const first = Array.from({ length: CHANNEL_PACE.most }, open);
    await Promise.all(first.map((socket) => once(socket, 'open')));
    const [late, left] = [open(), open()];
    left.close();
    assert.equal(left.readyState, left.CLOSED);
    assert.deepEqual([outside.connections, late.readyState], [CHANNEL_PACE.most, late.CONNECTING]);
    first[0]?.close();
    await once(late, 'open');
    assert.equal(outside.connections, CHANNEL_PACE.most + 1);
  } finally {
    await bench.close();
    await outside.close();
  }
});
