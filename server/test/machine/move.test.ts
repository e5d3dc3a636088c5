// On both databases: two panels share one where that is possible
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Machines, Page, PlacedWorkload, Task } from '@panel/contract';
import { eq, ne } from 'drizzle-orm';
import { node, task, workload } from '../../src/db/schema.ts';
import { fenceOf } from '../../src/hosting/leaving.ts';
import { claimWorkloads } from '../../src/machine/placed.repo.ts';
import { removeLeft } from '../../src/modules/machine/emptying.ts';
import { Client, startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { appTenant } from '../app/app-support.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';
import { startProcess, type PanelProcess } from '../tasks/process-support.ts';

const PAGE = '/platform/machines';
const skip = !process.env['TEST_DATABASE_URL'] && 'PGlite is for one process';

let server: TestServer;
let folder: string;
let own: Tenant;
let operator: Client;
let other: PanelProcess;
let [here, there] = ['', ''];
const SHARED = { MACHINES_PORT: '0', MACHINE_HOST: '127.0.0.1', SECRET_KEY: randomBytes(32).toString('hex') };

const startOther = (): Promise<PanelProcess> =>
  startProcess(
    {
      ...{ ...SHARED, DATA_DIR: folder, DATABASE_URL: server.app.config.databaseUrl ?? '', SEED: 'none' },
      ...{ SITE_PICTURES: 'off', SFTP_PORT: 'off', DNS_PORT: 'off', HTTPS_PORT: 'off', DNS_RESOLVERS: '127.0.0.1:1' },
      PUBLIC_URL: server.app.config.publicUrl,
    },
    path.join(import.meta.dirname, 'machine-process.ts'),
  );
const isReached = (id: string) => until(`machine ${id}`, async () => server.app.machine.isReached(id));

before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), 'machines-test-'));
  server = await startTestServer({ env: SHARED });
  here = server.app.machine.id;
  own = await tenant(server);
  operator = await server.as(own.partner, await server.scenario.superadmin());
  other = await startOther();
  there = await until('the other machine', async () => {
    const [row] = await server.db.select().from(node).where(ne(node.id, here));
    return row && server.app.machine.isReached(row.id) ? row.id : null;
  });
  // Sites are made on the other machine, which is a process that can be killed.
  const drained = await operator.post(`${PAGE}/${here}/drain`, { is_drained: true });
  assert.equal(drained.status, 200, drained.text);
  await until('the other machine alone', async () => server.app.machine.place() === there);
});
after(async () => {
  if (skip) return;
  await other?.kill('SIGTERM');
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const visit = (port: number, fqdn: string) => new Client(port, fqdn).get('/', { accept: 'text/html' });
const rowOf = async (id: string) => {
  const [row] = await server.db.select().from(workload).where(eq(workload.id, id));
  assert.ok(row);
  return row;
};
const rootOf = (dataDir: string, id: string): string => path.join(dataDir, 'sites', id);
const publicOf = (dataDir: string, id: string): string => path.join(rootOf(dataDir, id), 'live', 'public');

/** A site on the other machine with a page of its own, a link, and enough to copy. */
const siteThere = async (bytes = 1_000) => {
  const { site_id: id } = await readySite(own, `site-${randomBytes(3).toString('hex')}`);
  const row = await rowOf(id);
  assert.equal(row.nodeId, there);
  await writeFile(path.join(publicOf(folder, id), 'index.html'), `the page of ${id}`);
  await writeFile(path.join(publicOf(folder, id), 'large.bin'), randomBytes(bytes));
  await symlink('/etc/hostname', path.join(publicOf(folder, id), 'link'));
  return row;
};
const move = (id: string, from: string, to: string | null) =>
  operator.post<{ task_id: string; code?: string }>(`${PAGE}/${from}/moves`, { workload_id: id, machine_id: to });
const taskEnd = (id: string) =>
  until(`the end of task ${id}`, async () => {
    const [row] = await server.db.select().from(task).where(eq(task.id, id));
    return row?.endedAt ? row : null;
  });

test(
  'a site moves while it is visited: every answer is its page, and both machines agree where it is',
  { skip },
  async () => {
    const site = await siteThere(20_000_000);
    const counts = { right: 0, refused: 0, wrong: [] as string[] };
    let isOver = false;
    const visits = [server.port, other.port, server.port, other.port].map(async (port) => {
      while (!isOver) {
        const { status, text } = await visit(port, site.fqdn);
        if (status === 200 && text === `the page of ${site.id}`) counts.right += 1;
        else if (status === 503) counts.refused += 1;
        else counts.wrong.push(`${status} ${text.slice(0, 80)}`);
      }
    });
    const started = await move(site.id, there, here);
    assert.equal(started.status, 200, started.text);
    // Nothing else changes it meanwhile.
    const again = await move(site.id, there, here);
    assert.equal(again.body.code, 'TASK_RUNNING', again.text);
    const ended = await taskEnd(started.body.task_id);
    const wanted = counts.right + 200;
    await until('visits after the move', async () => counts.right > wanted);
    isOver = true;
    await Promise.all(visits);
    assert.equal(ended.status, 'succeeded', JSON.stringify(ended.error));
    assert.deepEqual([counts.wrong, counts.refused], [[], 0], `${counts.right} visits`);

    const row = await rowOf(site.id);
    assert.deepEqual([row.nodeId, row.moves, row.taskId], [here, 1, null]);
    assert.equal(await fenceOf(rootOf(server.dataDir, site.id)), 1);
    const [sent, got] = await Promise.all(
      [folder, server.dataDir].map((dir) => readFile(path.join(publicOf(dir, site.id), 'large.bin'))),
    );
    assert.ok(sent?.equals(got ?? Buffer.alloc(0)));
    assert.ok((await lstat(path.join(publicOf(server.dataDir, site.id), 'link'))).isSymbolicLink());

    // What stays behind is no claim, though its machine is the only one that has the folder and the row names none that runs.
    await server.db.update(workload).set({ nodeId: null }).where(eq(workload.id, site.id));
    await claimWorkloads(server.db, { id: there, dataDir: folder, hasOthers: true, isEmbedded: false });
    assert.equal((await rowOf(site.id)).nodeId, null);
    await server.db.update(workload).set({ nodeId: here }).where(eq(workload.id, site.id));

    // And back again, to a machine that still has what it had.
    await writeFile(path.join(publicOf(server.dataDir, site.id), 'index.html'), 'changed here');
    await rm(path.join(publicOf(server.dataDir, site.id), 'large.bin'));
    const back = await move(site.id, here, there);
    assert.equal(back.status, 200, back.text);
    assert.equal((await taskEnd(back.body.task_id)).status, 'succeeded');
    assert.equal((await visit(server.port, site.fqdn)).text, 'changed here');
    assert.equal(existsSync(path.join(publicOf(folder, site.id), 'large.bin')), false);
    // What has left is deleted, and not what has come.
    await removeLeft(server.app, 0);
    assert.equal(existsSync(rootOf(server.dataDir, site.id)), false);
    assert.equal((await visit(other.port, site.fqdn)).text, 'changed here');
  },
);

/** Resolves once a name is in a folder. */
const appears = (dir: string, isIt: (name: string) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(dir, (_event, name) => {
      if (name === null || !isIt(name)) return;
      watcher.close();
      resolve();
    });
  });

test('killed at each step, a move ends on the other machine, and nothing of the site is lost', { skip }, async () => {
  for (const name of [path.join(folder, 'leaving'), path.join(server.dataDir, 'sites')])
    await mkdir(name, { recursive: true });
  const points = {
    copying: () => appears(path.join(server.dataDir, 'sites'), (name) => name.startsWith('.arriving-')),
    stopped: (id: string) => appears(path.join(folder, 'leaving'), (name) => name === id),
    placed: (id: string) => appears(path.join(server.dataDir, 'sites'), (name) => name === id),
    switched: (id: string) => until('the switch', async () => (await rowOf(id)).nodeId === here),
  };
  for (const [point, comes] of Object.entries(points)) {
    const site = await siteThere(5_000_000);
    const reached = comes(site.id);
    const started = await move(site.id, there, here);
    assert.equal(started.status, 200, started.text);
    await reached;
    await other.kill('SIGKILL');
    const isSwitched = (await rowOf(site.id)).nodeId === here;
    if (isSwitched) assert.equal((await visit(server.port, site.fqdn)).text, `the page of ${site.id}`, point);
    other = await startOther();
    await isReached(there);
    const ended = await taskEnd(started.body.task_id);
    assert.equal(ended.status, 'succeeded', `${point}: ${JSON.stringify(ended.error)}`);
    const row = await rowOf(site.id);
    assert.deepEqual([row.nodeId, row.moves, row.taskId], [here, 1, null], point);
    for (const port of [server.port, other.port])
      assert.equal((await visit(port, site.fqdn)).text, `the page of ${site.id}`, point);
    const files = await Promise.all(
      [folder, server.dataDir].map((dir) => readFile(path.join(publicOf(dir, site.id), 'large.bin'))),
    );
    assert.ok(files[0]?.equals(files[1] ?? Buffer.alloc(0)), point);
  }
});

test('what the other machine lacks, and what cannot move, is refused before anything is done', { skip }, async () => {
  const site = await siteThere();
  const refused = async (to: string | null, code: string, from = there) => {
    const answer = await move(site.id, from, to);
    assert.equal(answer.body.code, code, answer.text);
  };
  await refused(there, 'MOVE_NOT_REACHED');
  await refused(null, 'MOVE_NOWHERE');
  await refused(there, 'NOT_FOUND', here);
  await server.db.update(workload).set({ phpVersion: '5.6' }).where(eq(workload.id, site.id));
  await refused(here, 'MOVE_NO_PHP');
  const tasks = await server.db.select().from(task).where(eq(task.resourceId, site.id));
  assert.deepEqual(
    tasks.filter(({ kind }) => kind === 'workload.move'),
    [],
  );
  assert.equal((await rowOf(site.id)).taskId, null);
});

test(
  'a running move is cancelled by the operator alone: the site stays, and nothing is left of the copy',
  { skip },
  async () => {
    const site = await siteThere(40_000_000);
    await mkdir(path.join(server.dataDir, 'sites'), { recursive: true });
    const copying = appears(path.join(server.dataDir, 'sites'), (name) => name.startsWith('.arriving-'));
    const started = await move(site.id, there, here);
    assert.equal(started.status, 200, started.text);
    const { task_id: id } = started.body;
    await copying;
    // It is the platform's own: it takes no place of the customer's tasks, who sees that it runs, and cannot cancel it.
    const [row] = await server.db.select().from(task).where(eq(task.id, id));
    assert.deepEqual([row?.partnerId, row?.customerId], [null, null]);
    const seen = await own.client.get<Task>(`/task/${id}`);
    assert.deepEqual([seen.status, seen.body.cancel], [200, null], seen.text);
    assert.equal((await own.client.post(`/task/${id}/cancel`)).body['code'], 'TASK_NOT_CANCELLABLE');
    const listed = await operator.get<Page<{ task_id: string }>>('/task');
    assert.equal(
      listed.body.pageElements.some((each) => each.task_id === id),
      false,
      listed.text,
    );
    const others = await tenant(server);
    assert.equal((await others.client.get(`/task/${id}`)).status, 404);

    const cancelled = await operator.post(`${PAGE}/moves/${id}/cancel`);
    assert.equal(cancelled.status, 200, cancelled.text);
    assert.equal((await taskEnd(id)).status, 'cancelled');
    const after = await rowOf(site.id);
    assert.deepEqual([after.nodeId, after.moves, after.taskId], [there, 0, null]);
    for (const port of [server.port, other.port])
      assert.equal((await visit(port, site.fqdn)).text, `the page of ${site.id}`);
    await until('no copy', async () =>
      (await readdir(path.join(server.dataDir, 'sites'))).every((name) => !name.startsWith('.arriving-')),
    );
    // It can be moved after that.
    const again = await move(site.id, there, here);
    assert.equal((await taskEnd(again.body.task_id)).status, 'succeeded');
  },
);

test('an application moves with what its visitors get', { skip }, async () => {
  const apps = await appTenant(server);
  const made = await apps.create(`app-${randomBytes(3).toString('hex')}`);
  await apps.builtTo(made.build_id, 'success');
  const before = await visit(server.port, made.fqdn);
  assert.deepEqual([before.status, (await rowOf(made.app_id)).nodeId], [200, there], before.text);
  const started = await move(made.app_id, there, here);
  assert.equal(started.status, 200, started.text);
  const ended = await taskEnd(started.body.task_id);
  assert.equal(ended.status, 'succeeded', JSON.stringify(ended.error));
  assert.equal((await rowOf(made.app_id)).nodeId, here);
  for (const port of [server.port, other.port]) assert.equal((await visit(port, made.fqdn)).text, before.text);
});

test('a machine is emptied: everything moves, what cannot is named, and a cancel ends it', { skip }, async () => {
  const [site, stuck] = [await siteThere(), await siteThere()];
  await server.db.update(workload).set({ phpVersion: '5.6' }).where(eq(workload.id, stuck.id));
  const nowhere = await operator.post(`${PAGE}/${there}/emptying`, { is_on: true });
  assert.equal(nowhere.body['code'], 'MOVE_NOWHERE', nowhere.text);
  await operator.post(`${PAGE}/${here}/drain`, { is_drained: false });
  await until('a place here', async () => server.app.machine.placeBeside(there) === here);
  const emptied = await operator.post(`${PAGE}/${there}/emptying`, { is_on: true });
  assert.equal(emptied.status, 200, emptied.text);
  await until('the site that can move', async () => (await rowOf(site.id)).nodeId === here);
  const machineOf = async () => (await operator.get<Machines>(PAGE)).body.machines.find(({ id }) => id === there);
  await until('the one that cannot', async () => (await machineOf())?.emptying?.failed);
  const listed = await operator.get<Page<PlacedWorkload>>(`${PAGE}/${there}/workloads`);
  const left = listed.body.pageElements.find(({ id }) => id === stuck.id);
  assert.deepEqual([left?.move?.status, left?.move?.error?.code], ['failed', 'MOVE_NO_PHP'], listed.text);

  const ended = await operator.post(`${PAGE}/${there}/emptying`, { is_on: false });
  assert.equal(ended.status, 200, ended.text);
  assert.equal((await machineOf())?.emptying, null);
  assert.equal((await rowOf(stuck.id)).nodeId, there);
});
