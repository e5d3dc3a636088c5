// On both databases: several panels share one where that is possible
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Leftover, Machines, Page, RecoveryPlan, SiteOverview } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import { node, task, workload, workloadRecovery } from '../../src/db/schema.ts';
import { fenceOf } from '../../src/hosting/leaving.ts';
import { recoverLost } from '../../src/modules/machine/recovery.service.ts';
import { Client, startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant } from '../app/app-support.ts';
import { backUp, finished } from '../backup/backup-support.ts';
import { startS3 } from '../release/s3-support.ts';
import { readySite } from '../site/site-support.ts';
import { startProcess, type PanelProcess } from '../tasks/process-support.ts';
import { openWire, type Wire } from './wire.ts';

const PAGE = '/platform/machines';
const skip = !process.env['TEST_DATABASE_URL'] && 'PGlite is for one process';

let server: TestServer;
let own: AppTenant;
let operator: Client;
let storage: Wire;
let storageUrl: string;
/** The machine that is lost, and the one that restores. */
const [lost, target] = ['lost', 'target'].map(() => ({ id: '', folder: '' })) as [Machine, Machine];
type Machine = { id: string; folder: string; process?: PanelProcess };
const SHARED = { MACHINES_PORT: '0', MACHINE_HOST: '127.0.0.1', SECRET_KEY: randomBytes(32).toString('hex') };
const cleanUps: (() => unknown)[] = [];

async function start(machine: Machine): Promise<void> {
  const { config } = server.app;
  machine.process = await startProcess(
    {
      ...{ ...SHARED, DATA_DIR: machine.folder, DATABASE_URL: config.databaseUrl ?? '', SEED: 'none' },
      ...{ SITE_PICTURES: 'off', SFTP_PORT: 'off', DNS_PORT: 'off', HTTPS_PORT: 'off', DNS_RESOLVERS: '127.0.0.1:1' },
      ...{ PUBLIC_URL: config.publicUrl, STORAGE_URL: storageUrl },
    },
    path.join(import.meta.dirname, 'machine-process.ts'),
  );
  machine.id = (await readFile(path.join(machine.folder, 'machine.id'), 'utf8')).trim();
  await until(`machine ${machine.id}`, async () => server.app.machine.isReached(machine.id));
}
const kill = (machine: Machine) => machine.process?.kill('SIGKILL');
const portOf = (machine: Machine): number => machine.process?.port ?? 0;
/** As if its last report were long ago. */
const silence = ({ id }: Machine) =>
  server.db
    .update(node)
    .set({ seenAt: sql`now() - interval '1 hour'` })
    .where(eq(node.id, id));
const only = async (machine: Machine): Promise<void> => {
  for (const each of [lost, target])
    if (each.id) await operator.post(`${PAGE}/${each.id}/drain`, { is_drained: each !== machine });
  await until('the only place', async () => server.app.machine.place() === machine.id);
};

before(async () => {
  if (skip) return;
  const s3 = await startS3({ after: (run: () => unknown) => void cleanUps.push(run) } as unknown as TestContext);
  storage = await openWire(new URL(s3.address));
  storageUrl = storage.href.replace('http:', 's3+http:');
  server = await startTestServer({ env: { ...SHARED, STORAGE_URL: storageUrl } });
  own = await appTenant(server);
  operator = await server.as(own.partner, await server.scenario.superadmin());
  for (const machine of [lost, target]) machine.folder = await mkdtemp(path.join(tmpdir(), 'machines-test-'));
  await operator.post(`${PAGE}/${server.app.machine.id}/drain`, { is_drained: true });
  await start(lost);
  await only(lost);
});
after(async () => {
  if (skip) return;
  for (const machine of [lost, target]) await machine.process?.kill('SIGTERM');
  await server?.stop();
  await storage?.close();
  for (const run of cleanUps) await run();
  for (const { folder } of [lost, target]) await rm(folder, { recursive: true, force: true });
});

const visit = (port: number, fqdn: string) => new Client(port, fqdn).get('/', { accept: 'text/html' });
const rowOf = async (id: string) => {
  const [row] = await server.db.select().from(workload).where(eq(workload.id, id));
  assert.ok(row);
  return row;
};
const stateOf = async (id: string) =>
  (await server.db.select().from(workloadRecovery).where(eq(workloadRecovery.workloadId, id)))[0]?.state;
const pageFile = (machine: Machine, id: string): string =>
  path.join(machine.folder, 'sites', id, 'live', 'public', 'index.html');

/** A site on the machine that will be lost: a page, a proven backup of it, and a later change. */
async function provenSite() {
  const site = await readySite(own, `site-${randomBytes(3).toString('hex')}`);
  await writeFile(pageFile(lost, site.site_id), `the page of ${site.site_id}`);
  const backup = await backUp(own.client, site.fqdn);
  const proof = await finished(own.client, '/backup/prove', { id: backup.id });
  assert.equal(proof.status, 'succeeded', JSON.stringify(proof.error));
  await writeFile(pageFile(lost, site.site_id), 'changed after the backup');
  return { id: site.site_id, fqdn: site.fqdn, page: `the page of ${site.site_id}` };
}
const recover = () => operator.post<{ code?: string; message?: string }>(`${PAGE}/${lost.id}/recovery`);
const listed = async () => (await operator.get<Machines>(PAGE)).body.machines.find(({ id }) => id === lost.id);
/** Resolves once a name is in a folder. */
const appears = async (dir: string, isIt: (name: string) => boolean): Promise<void> => {
  await mkdir(dir, { recursive: true });
  return new Promise((resolve) => {
    const watcher = watch(dir, { recursive: true }, (_event, name) => {
      if (name === null || !isIt(name)) return;
      watcher.close();
      resolve();
    });
  });
};

test(
  'what was on a lost machine is restored elsewhere, whenever the one that restores is killed',
  { skip },
  async () => {
    const sites = [await provenSite(), await provenSite()];
    const bare = await readySite(own, 'bare');
    const made = await own.create('shop');
    await own.builtTo(made.build_id, 'success');
    const proof = await finished(own.client, '/backup/prove', { id: (await backUp(own.client, made.fqdn)).id });
    assert.equal(proof.status, 'succeeded', JSON.stringify(proof.error));
    const shop = await visit(portOf(lost), made.fqdn);
    assert.equal(shop.status, 200);
    await kill(lost);
    await start(target);
    await only(target);

    assert.equal((await recover()).body.code, 'RECOVERY_TOO_EARLY');
    await silence(lost);
    const plan = (await operator.get<RecoveryPlan>(`${PAGE}/${lost.id}/recovery`)).body;
    assert.deepEqual([plan.totalCount, plan.restorable], [4, 3], JSON.stringify(plan));
    assert.deepEqual([plan.pageElements[0]?.fqdn, plan.pageElements[0]?.backupAt], [bare.fqdn, null]);

    const points = [
      () => until('a place', async () => (await rowOf(sites[0]?.id ?? '')).nodeId === target.id),
      () => appears(path.join(target.folder, 'backup-work'), (name) => name.endsWith('fetched.tar.gz')),
      () => appears(path.join(target.folder, 'sites'), (name) => name.endsWith('live')),
    ];
    const reached = points[0]?.();
    const begun = await recover();
    assert.equal(begun.status, 200, begun.text);
    assert.match(begun.body.message ?? '', /^3 sites and applications/);
    await reached;
    for (const { fqdn } of sites) assert.equal((await visit(server.port, fqdn)).status, 503);
    for (const comes of points.slice(1)) {
      const next = comes();
      await kill(target);
      await start(target);
      // It may have ended before.
      await Promise.race([next, until('the end', async () => (await listed())?.recovery?.open === 0)]);
    }
    await kill(target);
    await start(target);
    await until('the end', async () => (await listed())?.recovery?.open === 0);
    assert.deepEqual((await listed())?.recovery, { open: 0, restored: 3, failed: 0 });

    for (const { id, fqdn, page } of sites) {
      const row = await rowOf(id);
      assert.deepEqual([row.nodeId, row.moves, row.status, row.taskId], [target.id, 1, 'ready', null]);
      assert.equal(await fenceOf(path.join(target.folder, 'sites', id)), 1);
      for (const port of [server.port, portOf(target)]) assert.equal((await visit(port, fqdn)).text, page);
    }
    assert.equal((await visit(server.port, made.fqdn)).text, shop.text);
    // Its owner reads that later changes may be missing.
    const overview = await own.client.get<SiteOverview>(`/site/${sites[0]?.id}/overview`);
    assert.deepEqual(
      overview.body.site.health.reasons.map(({ code }) => code),
      ['RESTORED_ELSEWHERE'],
      overview.text,
    );
    // What has no backup waits for its machine.
    assert.equal((await rowOf(bare.site_id)).nodeId, lost.id);
    assert.equal((await visit(server.port, bare.fqdn)).status, 503);

    // The old machine comes back, with everything that it had.
    await start(lost);
    for (const { fqdn, page } of sites) assert.equal((await visit(portOf(lost), fqdn)).text, page);
    assert.equal((await visit(portOf(lost), bare.fqdn)).status, 200);
    const left = await operator.get<Page<Leftover>>(`${PAGE}/${lost.id}/leftovers`);
    const ids = left.body.pageElements.map(({ id }) => id).toSorted();
    assert.deepEqual(ids, [...sites.map(({ id }) => id), made.app_id].toSorted(), left.text);
    assert.equal((await operator.post(`${PAGE}/${lost.id}/leftovers/removal`)).status, 200);
    for (const { id } of sites) assert.equal(existsSync(path.join(lost.folder, 'sites', id)), false);
    assert.ok(existsSync(path.join(lost.folder, 'sites', bare.site_id)));
  },
);

test(
  'with the setting it happens by itself, and goes on when the storage was away in the middle',
  { skip },
  async () => {
    await only(lost);
    const site = await provenSite();
    await only(target);
    await recoverLost(server.app);
    assert.equal(await stateOf(site.id), undefined);
    const set = await operator.put(`${PAGE}/recovery-setting`, { after_minutes: 30 });
    assert.equal(set.status, 200, set.text);
    await kill(lost);
    // Not lost for long enough.
    await recoverLost(server.app);
    assert.equal(await stateOf(site.id), undefined);
    storage.cut();
    await silence(lost);
    await recoverLost(server.app);
    const waiting = await until('another attempt', async () => {
      const [row] = await server.db
        .select()
        .from(task)
        .where(eq(task.resourceId, site.id))
        .orderBy(sql`created_at desc`);
      return row?.kind === 'workload.recover' && row.notBefore !== null ? row : null;
    });
    assert.equal((await visit(server.port, site.fqdn)).status, 503);
    storage.reconnect();
    await server.db.update(task).set({ notBefore: null }).where(eq(task.id, waiting.id));
    await until('the restore', async () => (await stateOf(site.id)) === 'restored');
    assert.equal((await visit(server.port, site.fqdn)).text, site.page);
  },
);
