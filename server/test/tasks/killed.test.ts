// On both databases: killed panels, one with the embedded database and two that share a PostgreSQL.
import type { App, Page, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, createPostgresDatabase, until } from '../../src/testing/index.ts';
import { startProcess, type PanelProcess } from './process-support.ts';

const server = process.env['TEST_DATABASE_URL'];
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-killed-'));
  cleanup.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function start(env: Record<string, string>): Promise<PanelProcess> {
  const panel = await startProcess(env);
  cleanup.push(() => panel.kill('SIGTERM'));
  return panel;
}

async function signIn(panel: PanelProcess): Promise<Client> {
  const client = new Client(panel.port, 'aurora.localhost');
  await client.get('/partner/whitelabel');
  const answer = await client.post('/login', { email: 'customer@aurora.example', password: DEMO_PASSWORD });
  assert.equal(answer.status, 200, answer.text);
  return client;
}

const sites = async (client: Client) => (await client.get<Page<Site>>('/site?pageSize=50')).body.pageElements;
/** One public address for all processes, as behind a proxy; their own ports differ. */
const PUBLIC_URL = 'http://localhost:8099';
const visit = (panel: PanelProcess, fqdn: string) =>
  new Client(panel.port, fqdn).get('/', { accept: 'text/html', host: `${fqdn}:8099` });
const wpInfo = {
  title: 'Killed',
  admin_user: 'owner',
  admin_email: 'owner@example.com',
  admin_password: 'correct horse battery',
};

test(
  'killed in the middle of an installation and restarted: every site exists once, ready and answering',
  { skip: Boolean(server) },
  async () => {
    const env = { DATA_DIR: await dataFolder(), SEED: 'demo', PUBLIC_URL };
    const first = await start(env);
    const client = await signIn(first);
    await until('the installation of the demo WordPress', async () => {
      const row = (await sites(client)).find((one) => one.type === 'wordpress');
      const task = row?.task_id && (await client.get<Task>(`/site/check/${row.task_id}`)).body;
      return (
        task &&
        task.steps.find((step) => step.state === 'running' && ['files', 'configure', 'install'].includes(step.name))
      );
    });
    await first.kill('SIGKILL');
    const second = await start(env);
    const again = await signIn(second);
    const ready = await until('all demo sites to be ready', async () => {
      const rows = await sites(again);
      assert.ok(
        rows.every((row) => row.status !== 'failed'),
        JSON.stringify(rows.map((row) => [row.fqdn, row.status])),
      );
      return rows.length === 3 && rows.every((row) => row.status === 'ready') ? rows : null;
    });
    for (const row of ready) assert.equal((await visit(second, row.fqdn)).status, 200, row.fqdn);
    const apps = (await again.get<Page<App>>('/nucal/user/apps')).body.pageElements;
    assert.deepEqual(
      (await readdir(path.join(env.DATA_DIR, 'sites'))).filter((name) => !name.startsWith('.')).toSorted(),
      [...ready.map(({ site_id }) => site_id), ...apps.map(({ site_id }) => site_id)].toSorted(),
    );
    const bell = await again.get<Page<{ type: string }>>('/notification');
    assert.deepEqual(
      bell.body.pageElements.map((entry) => entry.type).filter((type) => type.startsWith('site_')),
      ['site_created', 'site_created', 'site_created'],
    );
    await second.kill('SIGTERM');
  },
);

test(
  'two API and two worker processes on one database, one of each killed: every site exists once',
  { skip: !server },
  async () => {
    const database = await createPostgresDatabase(String(server));
    cleanup.push(database.drop);
    const observer = await openPostgres(database.url, { max: 2 });
    cleanup.push(() => observer.close());
    const env = { DATA_DIR: await dataFolder(), DATABASE_URL: database.url, SEED: 'demo', PUBLIC_URL };
    const [api1, api2] = await Promise.all([start({ ...env, ROLE: 'api,edge' }), start({ ...env, ROLE: 'api,edge' })]);
    const [client1, client2] = [await signIn(api1), await signIn(api2)];
    const workers = await Promise.all([start({ ...env, ROLE: 'worker' }), start({ ...env, ROLE: 'worker' })]);

    const made = await client1.post('/site', {
      fqdn: 'through-one.aurora-sites.localhost',
      type: 'wordpress',
      wp_info: wpInfo,
    });
    assert.equal(made.status, 200, made.text);
    type Running = { owner: string; step: string };
    const victim = await until('an installation to be under way', async () => {
      const { rows } = await observer.query<Running>(`
      select lease_owner as owner, step->>'name' as step from task, jsonb_array_elements(steps) step
      where status = 'running' and lease_owner is not null and step->>'state' = 'running' and step->>'name' in ('files', 'configure', 'install')`);
      return workers.find((worker) => rows.some((row) => row.owner.split(':')[1] === String(worker.pid)));
    });
    await Promise.all([victim.kill('SIGKILL'), api1.kill('SIGKILL')]);
    const { rows: leases } = await observer.query<{ ms: number }>(
      `select extract(epoch from max(lease_until) - now())::float8 * 1000 as ms from task where lease_owner like '%:${victim.pid}:%'`,
    );
    assert.ok((leases[0]?.ms ?? Infinity) < 30_000, JSON.stringify(leases));
    const repeated = await client2.post('/site', {
      fqdn: 'through-one.aurora-sites.localhost',
      type: 'wordpress',
      wp_info: wpInfo,
    });
    assert.deepEqual([repeated.status, repeated.body['code']], [409, 'NAME_TAKEN']);

    await until('the tasks of the killed worker to be taken up', async () => {
      const { rows } = await observer.query(
        `select 1 from task where status in ('queued', 'running') and (lease_owner is null or lease_owner like '%:${victim.pid}:%')`,
      );
      return rows.length === 0;
    });
    const ready = await until('all sites to be ready', async () => {
      const rows = await sites(client2);
      const { rows: failed } = await observer.query(
        `select title, attempt, error, steps, (select json_agg(text order by line) from task_log where task_id = task.id) as log from task where status = 'failed'`,
      );
      assert.deepEqual(failed, []);
      return rows.length === 4 && rows.every((row) => row.status === 'ready') ? rows : null;
    });
    for (const row of ready) assert.equal((await visit(api2, row.fqdn)).status, 200, row.fqdn);
    const { rows: told } = await observer.query(`select dedupe_key from notification where type = 'site_created'`);
    assert.equal(told.length, 4);
  },
);
