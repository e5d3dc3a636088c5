import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { PlainResponse } from '../../src/http/plain-response.ts';

test("the adapter's response reaches the client whole, with what was put on it later", async () => {
  const answer = () => {
    const response = new PlainResponse('{"ü":1}', { status: 422, headers: { 'content-type': 'application/json' } });
    response.headers.append('set-cookie', 'a=1');
    response.headers.append('set-cookie', 'b=2');
    return response;
  };
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const got = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.deepEqual(
    [got.status, got.headers.get('content-type'), got.headers.get('content-length'), await got.text()],
    [422, 'application/json', '8', '{"ü":1}'],
  );
  assert.deepEqual(got.headers.getSetCookie(), ['a=1', 'b=2']);
  server.close();
});

test('the global classes stay those of Node', async () => {
  assert.notEqual(PlainResponse, Response);
  assert.ok((await fetch('data:,x')) instanceof Response);
  assert.ok(new PlainResponse('x') instanceof Response);
  assert.equal(await new Request('http://panel.localhost/', { method: 'POST', body: 'x' }).text(), 'x');
});
