// On both databases: two panels share one where that is possible
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { workload } from '../../src/db/schema.ts';
import { createLease } from '../../src/machine/lease.ts';
import { startPanel, type Panel } from '../../src/panel.ts';
import { Client, createFastDriver, startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant } from '../site/site-support.ts';
import { openWire, type Wire } from './wire.ts';

const skip = !process.env['TEST_DATABASE_URL'] && 'PGlite is for one process';
const SHARED = { MACHINES_PORT: '0', MACHINE_HOST: '127.0.0.1', SECRET_KEY: randomBytes(32).toString('hex') };
const LEASE = { leaseMs: 1_500, beatMs: 250 };

let server: TestServer;
let folder: string;
let second: Panel;
let wire: Wire;
const stopped: string[] = [];

before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), 'machines-test-'));
  server = await startTestServer({ env: SHARED });
  const { config } = server.app;
  wire = await openWire(new URL(config.databaseUrl ?? ''));
  const { href: databaseUrl } = wire;
  const fast = await createFastDriver(folder);
  second = await startPanel(
    { ...config, ...{ port: 0, dataDir: folder, databaseUrl } },
    {
      // One process of the fast driver, for what is to be stopped.
      hosting: {
        ...fast,
        running: () => (stopped.length > 0 ? [] : ['a-process']),
        stop: async (id) => void (await fast.stop(id).catch(() => undefined), stopped.push(id)),
      },
      ...{ web: false, log: server.app.log, machine: LEASE },
    },
  );
});
after(async () => {
  if (skip) return;
  await second.stop();
  await server.stop();
  await wire.close();
  await rm(folder, { recursive: true, force: true });
});

const visit = (port: number, fqdn: string) => new Client(port, fqdn).get('/', { accept: 'text/html' });

test(
  'a machine without the database stops serving by itself, and serves what is still its own once it is back',
  {
    skip,
  },
  async () => {
    const own = await tenant(server);
    const operator = await server.as(own.partner, await server.scenario.superadmin());
    const [here, there] = [server.app.machine.id, second.app.machine.id];
    await operator.post(`/platform/machines/${here}/drain`, { is_drained: true });
    await until('the other machine alone', async () => server.app.machine.place() === there);
    const [kept, taken] = [await readySite(own, 'kept'), await readySite(own, 'taken')];
    for (const { site_id: id } of [kept, taken])
      await writeFile(path.join(folder, 'sites', id, 'live', 'public', 'index.html'), `the page of ${id}`);
    const pageOf = async ({ site_id, fqdn }: typeof kept) => {
      const { status, text } = await visit(second.port, fqdn);
      return status === 200 && text === `the page of ${site_id}`;
    };
    await until('both sites', async () => (await pageOf(kept)) && (await pageOf(taken)));

    wire.cut();
    // What it knows is served on for as long as nobody may take it over.
    assert.ok(await pageOf(kept));
    const refused = await until('the end of the lease', async () => {
      const answer = await visit(second.port, kept.fqdn);
      return answer.status === 503 ? answer : null;
    });
    assert.match(refused.text, /This site is not available now.*lost its connection/s);
    await until('its processes', async () => stopped.includes('a-process'));
    assert.equal(second.app.machine.mayServe(), false);
    await assert.rejects(second.app.hosting.usage(kept.site_id), /does not answer now/);

    // Somebody else takes one of them meanwhile.
    await server.db.update(workload).set({ nodeId: here }).where(eq(workload.id, taken.site_id));
    wire.reconnect();
    await until('its own site', () => pageOf(kept));
    assert.notEqual((await visit(second.port, taken.fqdn)).text, `the page of ${taken.site_id}`);
    assert.ok(second.app.machine.mayServe());
  },
);

test('the lease is that of a machine with others, from the beginning of a report', async () => {
  let hasPeers = false;
  const lease = createLease(() => hasPeers, 100);
  const told: string[] = [];
  const late = lease.startedReport();
  lease.onChange({ over: async () => void told.push('over'), back: async () => void told.push('back') });
  await until('the time to pass', async () => {
    // Alone it never ends.
    if (!hasPeers) assert.equal(lease.isOver(), false);
    hasPeers = true;
    return lease.isOver();
  });
  await until('the listener', async () => told[0] === 'over');
  // A report that began before it ended renews nothing.
  await late();
  assert.ok(lease.isOver());
  await lease.startedReport()();
  assert.equal(lease.isOver(), false);
  assert.equal(told.at(-1), 'back');
  lease.close();
});
