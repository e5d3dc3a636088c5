import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { WebSocket, type ClientOptions } from 'ws';
import { sendPlain } from '../../src/edge/edge-pages.ts';
import { createPassOn } from '../../src/edge/pass-on.ts';
import { createVisitorFacts } from '../../src/edge/visitor-facts.ts';
import { listen, type Listener } from '../../src/listen/http-server.ts';
import { createMachineAuthority, PANEL_NAME } from '../../src/machine/authority.ts';
import { openMembersPort } from '../../src/machine/members-port.ts';
import { createRelay, type Relay } from '../../src/machine/relay.ts';
import { createLog } from '../../src/process/log.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { makeRequest } from '../../src/tls/machine-certificates.ts';
import { edgeSite } from '../edge/edge-support.ts';
import { HOST, openWebSockets, statusOf, type WebSocketBench } from '../edge/websocket-support.ts';

const [ASKED, OWNER] = [randomUUID(), randomUUID()];
const log = createLog('silent');
let server: TestServer;
let on: WebSocketBench;
let port: Listener;
let relay: Relay;
let front: Listener;
let mayRelay = true;

before(async () => {
  server = await startTestServer();
  on = await openWebSockets();
  on.bench.sites.set(HOST, { ...edgeSite('s1', HOST), nodeId: OWNER });
  on.files.of = { root: tmpdir(), mode: 'assets', core: null };
  const { db } = server;
  const { secrets } = server.app;
  port = await openMembersPort({
    ...{ config: { machinesPort: 0, hosts: ['127.0.0.1'] }, db, secrets, log, id: OWNER },
    mayRelay: (id) => mayRelay && id === ASKED,
    serve: (req, res, upgrade) => void on.bench.edge.handle(req, res, upgrade),
    receive: (_req, res) => void res.end(),
  });
  relay = createRelay({ db, secrets, own: ASKED, reach: () => ({ host: '127.0.0.1', port: port.port }) });
  const passOn = createPassOn(
    { isHere: () => false, mayServe: () => true, leftTo: async () => null, visit: relay.visit },
    createVisitorFacts(),
  );
  const site = { ...edgeSite('s1', HOST), nodeId: OWNER };
  front = await listen({ port: 0, hosts: ['127.0.0.1'] }, (req, res, upgrade) => {
    void passOn(site, req, res, upgrade).catch(() => sendPlain(res, 500, 'failed\n'));
  });
});
after(async () => {
  await front.close();
  relay.close();
  await port.close();
  await on.close();
  await server.stop();
});

const dial = (path: string, headers: Record<string, string> = {}): WebSocket => {
  const createConnection = (() => connect(front.port, '127.0.0.1')) as NonNullable<ClientOptions['createConnection']>;
  return new WebSocket(`ws://${HOST}${path}`, { headers, createConnection }).on('error', () => undefined);
};

test('a WebSocket goes through the machine that was asked, with the address that it saw, and ends with its site', async () => {
  const socket = dial('/headers', { 'x-panel-visitor': '203.0.113.1', 'x-forwarded-for': '203.0.113.1' });
  const [first] = (await once(socket, 'message')) as [Buffer];
  const headers = JSON.parse(first.toString()) as Record<string, string>;
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['x-panel-visitor'], undefined);
  const echoed = once(socket, 'message');
  socket.send('hello');
  assert.equal(String((await echoed)[0]), 'hello');
  socket.terminate();
  await until('the site to be in use by nobody', () => on.keeper.processes().every(({ leased }) => !leased));

  const cut = dial('/hang-up');
  await once(cut, 'close');
  assert.equal(await statusOf(dial('/refuses')), 403);
});

test('a machine that may no longer pass on is refused, and its visitors get the page of a lost site', async () => {
  mayRelay = false;
  assert.equal(await statusOf(dial('/')), 503);
  mayRelay = true;
  const again = dial('/');
  assert.equal(await statusOf(again), 101);
  again.terminate();
  await once(again, 'close');
});

test('the certificate of a machine that joined by a token passes nothing on', async () => {
  const authority = createMachineAuthority(server.app);
  const id = randomUUID();
  const { csr, key } = await makeRequest(id);
  const asked = await server.app.uploads.run('machineRequest', 'test', { csr });
  assert.ok(asked);
  const cert = await authority.sign(asked.key, id);
  const secure = { ca: await authority.root(), cert, key, servername: PANEL_NAME };
  const headers = { host: HOST, 'x-panel-visitor': '203.0.113.1' };
  const sent = request({ host: '127.0.0.1', port: port.port, path: '/', headers, ...secure }).end();
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  assert.equal(answer.statusCode, 404);
});
