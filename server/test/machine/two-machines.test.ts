// On both databases: two panels share one where that is possible
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { FileList, FileText, Task } from '@panel/contract';
import { eq, ne, sql } from 'drizzle-orm';
import { node, workload } from '../../src/db/schema.ts';
import { claimWorkloads } from '../../src/machine/placed.repo.ts';
import { Client, startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';
import { startProcess, type PanelProcess } from '../tasks/process-support.ts';

const PAGE = '/platform/machines';
const skip = !process.env['TEST_DATABASE_URL'] && 'PGlite is for one process';

let server: TestServer;
let folder: string;
let own: Tenant;
let other: PanelProcess;
let otherId: string;
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

before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), 'machines-test-'));
  await mkdir(folder, { recursive: true });
  server = await startTestServer({ env: SHARED });
  own = await tenant(server);
  other = await startOther();
  otherId = await until('the other machine', async () => {
    const [row] = await server.db.select().from(node).where(ne(node.id, server.app.machine.id));
    return row && server.app.machine.hasOthers() && !server.app.machine.isAway(row.id) ? row.id : null;
  });
  // Nothing new is placed here, so that everything is on the other one.
  const operator = await server.as(own.partner, await server.scenario.superadmin());
  const drained = await operator.post(`${PAGE}/${server.app.machine.id}/drain`, { is_drained: true });
  assert.equal(drained.status, 200, drained.text);
  await until('the other machine alone', async () => server.app.machine.place() === otherId);
});
after(async () => {
  if (skip) return;
  await other?.kill('SIGTERM');
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const visit = (port: number, fqdn: string, page = '/') => new Client(port, fqdn).get(page, { accept: 'text/html' });

const siteThere = async () => {
  const { site_id: id } = await readySite(own, `site-${randomBytes(3).toString('hex')}`);
  const [row] = await server.db.select().from(workload).where(eq(workload.id, id));
  assert.equal(row?.nodeId, otherId);
  return row;
};
const taskOf = async (id: unknown) => (await own.client.get<Task>(`/task/${String(id)}`)).body;

test(
  'what is placed on another machine is made, served, and managed there, whichever machine is asked',
  { skip },
  async () => {
    const site = await siteThere();
    assert.equal(existsSync(path.join(folder, 'sites', site.id)), true);
    assert.equal(existsSync(path.join(server.dataDir, 'sites', site.id)), false);

    // Visits through both edges.
    const here = await visit(server.port, site.fqdn);
    const there = await visit(other.port, site.fqdn);
    assert.deepEqual([here.status, there.status], [200, 200], here.text);
    assert.equal(here.text, there.text);

    // Files through this one: listed, written, uploaded, downloaded.
    const { client } = own;
    const listed = await client.get<FileList>(`/files/${site.id}?folder=&pageIndex=0`);
    assert.deepEqual(
      listed.body.entries?.map(({ name }) => name),
      ['index.html'],
      listed.text,
    );
    const page = await client.get<FileText>(`/files/${site.id}/text?path=index.html`);
    const saved = await client.put(`/files/${site.id}/text`, {
      path: 'index.html',
      text: 'changed',
      version: page.body.version,
    });
    assert.equal(saved.status, 200, saved.text);
    const form = new FormData();
    form.append('name', 'upload.txt');
    form.append('file', new File(['uploaded'], 'upload'));
    const uploaded = await client.form(`/files/${site.id}/upload`, form);
    assert.equal(uploaded.status, 200, uploaded.text);
    assert.equal((await visit(server.port, site.fqdn, '/upload.txt')).text, 'uploaded');
    assert.equal((await client.get(`/site-file/${site.id}?path=upload.txt`, { accept: '*/*' })).text, 'uploaded');
    assert.equal((await client.get(`/site-file/${site.id}?path=none.txt`, { accept: '*/*' })).status, 404);
    // Who may not see it does not, whichever machine is asked.
    const stranger = await tenant(server);
    assert.equal((await stranger.client.get(`/files/${site.id}?folder=&pageIndex=0`)).status, 404);
  },
);

test(
  'while its machine is lost, a site answers with 503 at once and its task waits; both go on when the machine is back',
  { skip },
  async () => {
    const site = await siteThere();
    assert.equal((await visit(server.port, site.fqdn)).status, 200);
    await other.kill('SIGKILL');

    // Nobody has noticed yet: the connection is refused.
    const refused = await visit(server.port, site.fqdn);
    assert.equal(refused.status, 503);
    assert.match(refused.text, /This site is not available now/);
    const listed = await own.client.get(`/files/${site.id}?folder=&pageIndex=0`);
    assert.deepEqual([listed.status, listed.body['code']], [503, 'MACHINE_AWAY']);
    assert.equal((await own.client.get(`/site-file/${site.id}?path=index.html`, { accept: '*/*' })).status, 503);

    // A task waits for it, and says for what once the machine is lost.
    const deleted = await own.client.delete(`/site/delete/${site.id}`);
    assert.equal(deleted.status, 200, deleted.text);
    await server.db
      .update(node)
      .set({ seenAt: sql`now() - interval '31 seconds'` })
      .where(eq(node.id, otherId));
    await server.app.machine.look(otherId);
    await until('the loss of the machine', async () => server.app.machine.isAway(otherId));
    const waiting = await taskOf(deleted.body['task_id']);
    assert.deepEqual([waiting.status, waiting.waits_for], ['queued', 'machine_away']);
    // Nothing new is placed there.
    assert.equal(server.app.machine.place(), server.app.machine.id);

    other = await startOther();
    await until('the end of the task', async () => (await taskOf(deleted.body['task_id'])).status === 'succeeded');
    assert.equal((await taskOf(deleted.body['task_id'])).waits_for, null);
    await until('the return of the machine', async () => !server.app.machine.isAway(otherId));
    const again = await siteThere();
    assert.equal((await visit(server.port, again.fqdn)).status, 200);
  },
);

test(
  'the address of a visitor is what the machine says that was asked, not what the visitor says',
  { skip },
  async () => {
    const site = await siteThere();
    await server.db
      .update(workload)
      .set({ protectionUser: 'me', protectionHash: 'none' })
      .where(eq(workload.id, site.id));
    server.app.edge.invalidate(site.fqdn);
    const wrong = (from: number) =>
      new Client(server.port, site.fqdn).get('/', {
        ...{ accept: 'text/html', authorization: `Basic ${Buffer.from('me:wrong').toString('base64')}` },
        ...{ 'x-panel-visitor': `198.51.100.${from}`, 'x-forwarded-for': `198.51.100.${from}` },
      });
    // Wrong passwords are counted for the address that makes them.
    const answers = [];
    for (let from = 1; from <= 11; from += 1) answers.push((await wrong(from)).status);
    assert.equal(answers.at(-1), 429, String(answers));
  },
);

test('a machine claims what nobody that runs has, by its folders; what it has none of stays', { skip }, async () => {
  const [mine, gone] = [await siteThere(), await siteThere()];
  const { id, db } = { id: server.app.machine.id, db: server.db };
  // As after a restore: the row names a machine that does not exist any more, and the folder is here.
  await db.update(workload).set({ nodeId: randomUUID() }).where(eq(workload.id, mine.id));
  await db.update(workload).set({ nodeId: null }).where(eq(workload.id, gone.id));
  await mkdir(path.join(server.dataDir, 'sites', mine.id), { recursive: true });
  const other = await siteThere();
  await mkdir(path.join(server.dataDir, 'sites', other.id), { recursive: true });
  await claimWorkloads(db, { id, dataDir: server.dataDir, hasOthers: true, isEmbedded: false });
  const nodeOf = async (of: string) => (await db.select().from(workload).where(eq(workload.id, of)))[0]?.nodeId;
  assert.deepEqual([await nodeOf(mine.id), await nodeOf(gone.id)], [id, null]);
  // The machine that has it runs.
  assert.equal(await nodeOf(other.id), otherId);
});
