import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDial } from '../../src/hosting/egress/dial.ts';
import { createOutside } from '../../src/hosting/egress/outside.ts';
import { createAddressPolicy } from '../../src/hosting/egress/public-address.ts';
import { openOldHost } from '../migration/old-host.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

const policy = createAddressPolicy({ allow: ['127.0.0.1'] });
const signal = () => AbortSignal.timeout(NEVER_MS);

/** Requests by a name server that answers as told, name by name. */
function outsideWith(answers: Record<string, string[]>) {
  const resolved: string[] = [];
  const resolve = async (name: string) => {
    resolved.push(name);
    return [answers[name]?.shift() ?? '10.0.0.1'];
  };
  return { resolved, outside: createOutside(createDial({ policy, resolve, now: Date.now })) };
}

test('the connection goes to the address that was checked; a name is resolved once for each request', async () => {
  const host = await openOldHost((req, res) => void res.end(`${req.headers.host} ${req.url}`));
  const { port } = new URL(host.url);
  const { outside, resolved } = outsideWith({ 'old.example': ['127.0.0.1'] });
  const address = new URL(`http://old.example:${port}/about/?a=1#top`);
  const page = await outside.page(address, signal());
  assert.deepEqual(page, { status: 200, body: `old.example:${port} /about/?a=1`, url: address });
  assert.deepEqual(resolved, ['old.example']);
  await assert.rejects(outside.page(new URL(`http://old.example:${port}/`), signal()), /is not a public server/);
  await host.close();
});

test('a name below localhost leads to this machine where the operator allows it, and no name server is asked', async () => {
  const host = await openOldHost((req, res) => void res.end(req.headers.host));
  const { port } = new URL(host.url);
  const { outside, resolved } = outsideWith({});
  const address = new URL(`http://shop.localhost:${port}/`);
  assert.equal((await outside.page(address, signal())).body, `shop.localhost:${port}`);
  const closed = createDial({ policy: createAddressPolicy(), resolve: async () => ['127.0.0.1'], now: Date.now });
  await assert.rejects(createOutside(closed).page(address, signal()), /shop\.localhost is not a public server/);
  assert.deepEqual(resolved, []);
  await host.close();
});

test('each redirect is checked like the first request', async () => {
  const host = await openOldHost((_req, res) => void res.writeHead(301, { location: 'http://inside.example/' }).end());
  const { port } = new URL(host.url);
  const { outside, resolved } = outsideWith({ 'old.example': ['127.0.0.1'] });
  await assert.rejects(
    outside.page(new URL(`http://old.example:${port}/`), signal()),
    /inside.example is not a public/,
  );
  assert.deepEqual(resolved, ['old.example', 'inside.example']);
  await host.close();
});

test('of an endless page 512 KB are read, and a silent server is given up with the signal', async () => {
  const host = await openOldHost((req, res) => {
    if (req.url === '/silent') return;
    res.on('error', () => undefined);
    const more = () => {
      while (!res.destroyed && res.write('x'.repeat(65_536)));
    };
    res.on('drain', more);
    more();
  });
  const { outside } = outsideWith({});
  const { body } = await outside.page(new URL(`${host.url}/endless`), signal());
  assert.equal(body.length, 512 * 1024);
  await assert.rejects(outside.page(new URL(`${host.url}/silent`), AbortSignal.timeout(50)), { name: 'TimeoutError' });
  await host.close();
});
