// On the embedded database: a killed panel, which keeps its database itself.
import type { Ssl, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, until } from '../../src/testing/index.ts';
import { freePort } from '../dns/pdns-process.ts';
import { ended, newSite } from '../site/site-support.ts';
import { startProcess } from '../tasks/process-support.ts';
import { noPebble, preparePebble } from './pebble-process.ts';
import { askTls } from './tls-support.ts';

const skip = noPebble;
const STATIC_SITES = path.join(import.meta.dirname, '../attack/static-panel-process.ts');
/** The address of the sites in DNS, which is the test's: the check of what is served gets no answer there. */
const HELD = '127.0.0.2';
const FQDN = 'killed-order.aurora-sites.localhost';

const cleanup: (() => unknown)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

async function listen(port: number, handle: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    handle(socket);
  }).listen(port, HELD);
  await once(server, 'listening');
  cleanup.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server;
}

test(
  'killed after its certificate was issued and before it was seen to be served: it is served, with one order',
  { skip },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-order-'));
    cleanup.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const pebble = await preparePebble();
    cleanup.push(() => pebble.close());
    const [dnsPort, httpsPort] = [await freePort(), await freePort()];
    let panelPort = 0;
    const front = await listen(0, (socket) => {
      const onward = connect(panelPort, '127.0.0.1').on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    });
    await listen(httpsPort, () => undefined);
    await pebble.start({ port: (front.address() as AddressInfo).port, dnsPort });

    const start = async (siteAddress: string) => {
      const panel = await startProcess(
        {
          ...{ DATA_DIR: dataDir, SEED: 'demo', PUBLIC_URL: 'http://localhost:8099', ...pebble.env },
          ...{ DNS_PORT: String(dnsPort), HTTPS_PORT: String(httpsPort), SFTP_PORT: 'off' },
          ...{ SITE_ADDRESSES: siteAddress, ACME_WILDCARD: 'off' },
        },
        STATIC_SITES,
      );
      cleanup.push(() => panel.kill('SIGTERM'));
      panelPort = panel.port;
      const client = new Client(panel.port, 'aurora.localhost');
      await client.get('/partner/whitelabel');
      const signedIn = await client.post('/login', { email: 'customer@aurora.example', password: DEMO_PASSWORD });
      assert.equal(signedIn.status, 200, signedIn.text);
      return { panel, client };
    };
    let { panel, client } = await start(HELD);
    const made = await client.post('/site', newSite(FQDN));
    const { site_id: id } = await ended(client, made.body['task_id']);
    const sslOf = async () => (await client.get<Ssl>(`/site/${id}/ssl`)).body;
    const started = await client.post(`/site/${id}/ssl`);
    // The schedule may have been faster.
    const taskId = String(started.body['task_id'] ?? (await sslOf()).task_id);
    await until('the certificate to be issued and its check to begin', async () =>
      (await client.get<Task>(`/site/check/${taskId}`)).body.steps.some(
        ({ name, state }) => name === 'serve' && state === 'running',
      ),
    );
    const issued = (await sslOf()).certificate?.fingerprint;
    assert.ok(issued);
    await panel.kill('SIGKILL');

    ({ panel, client } = await start('127.0.0.1'));
    const task = await ended(client, taskId);
    assert.equal(task.status, 'succeeded', JSON.stringify(task));
    const ssl = await sslOf();
    assert.deepEqual([ssl.certificate?.fingerprint, ssl.check?.ok, ssl.error], [issued, true, null]);
    const answer = await askTls({ port: httpsPort, host: FQDN, ca: await pebble.root() });
    assert.equal(answer.status, 200);
    const orders = task.log.filter(({ text }) => text.includes('is being checked by localhost'));
    assert.equal(orders.length, 1, JSON.stringify(task.log));
  },
);
