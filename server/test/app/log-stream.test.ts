import { BUILD_LOG_STREAM_PATH } from '@panel/contract';
import assert from 'node:assert/strict';
import { request, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { startTestServer, until, type Client, type TestServer } from '../../src/testing/index.ts';
import { appTenant, fromGit, type Created } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

type Stream = { status: number; text: () => string; ended: Promise<void>; close(): void };

/** Reads a build's log as a browser's EventSource does. */
const follow = (client: Client, id: string, headers: Record<string, string> = {}): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const given = {
      host: `${client.host}:${server.port}`,
      cookie: client.cookie,
      accept: 'text/event-stream',
      ...headers,
    };
    const path = `${BUILD_LOG_STREAM_PATH}${id}`;
    const sent = request(
      { host: '127.0.0.1', port: server.port, path, headers: given },
      (incoming: IncomingMessage) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => void (text += part));
        const ended = new Promise<void>((done) => incoming.once('close', () => done()));
        resolve({ status: incoming.statusCode ?? 0, text: () => text, ended, close: () => void sent.destroy() });
      },
    );
    sent.on('error', reject).end();
  });
const idsOf = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

test('lines come while the build runs, and the stream ends with it', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('live', 'hangs'));
  const stream = await follow(own.client, body.build_id);
  assert.equal(stream.status, 200);
  await until('three lines', async () => (idsOf(stream.text()).length === 3 ? true : undefined));
  assert.match(stream.text(), /^data: \{"line":1,"at":"[^"]+","text":"line 1 of hangs"\}$/m);
  await own.client.post(`/nucal/app/build/${body.build_id}/cancel`);
  await stream.ended;
  assert.match(stream.text(), /event: end\ndata: \{"status":"cancelled","left_out":0\}\n\n$/);
});

test('a browser that comes back gets the lines that it lacks', async () => {
  const own = await appTenant(server);
  const { build_id } = await own.create('again');
  await own.builtTo(build_id, 'success');
  const stream = await follow(own.client, build_id, { 'last-event-id': '1' });
  await stream.ended;
  assert.deepEqual(idsOf(stream.text()), [2, 3]);
  const nothing = await follow(own.client, build_id, { 'last-event-id': '3' });
  await nothing.ended;
  assert.deepEqual(idsOf(nothing.text()), []);
  assert.match(nothing.text(), /^event: end/);
});

test('nobody else reads a log, and a section that is off has none', async () => {
  const own = await appTenant(server);
  const { build_id } = await own.create('private');
  await own.builtTo(build_id, 'success');
  const neighbour = await appTenant(server, {}, own.partner);
  const foreign = await appTenant(server);
  const plain = await server.scenario.partner({ isSpecial: false });
  const off = await server.as(plain, await server.scenario.customer(plain));
  for (const client of [neighbour.client, foreign.client, off])
    assert.equal((await follow(client, build_id)).status, 404);
});

test('an account has a bounded number of streams, and each that ends makes room', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('many', 'hangs'));
  const streams: Stream[] = [];
  for (let count = 0; count < 10; count += 1) streams.push(await follow(own.client, body.build_id));
  assert.equal((await follow(own.client, body.build_id)).status, 503);
  streams[0]?.close();
  await until('room for one more', async () => {
    const more = await follow(own.client, body.build_id);
    streams.push(more);
    return more.status === 200 ? true : undefined;
  });
  await own.client.post(`/nucal/app/build/${body.build_id}/cancel`);
  await Promise.all(streams.map(({ ended }) => ended));
});
