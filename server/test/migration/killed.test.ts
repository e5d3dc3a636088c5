import type { Migration, Page, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, until } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { startProcess } from '../tasks/process-support.ts';
import { moved, requested, shown } from './migration-support.ts';

const SCRIPT = path.join(import.meta.dirname, '../attack/static-panel-process.ts');
const ZIP = zipOf([
  { name: 'index.html', content: '<!doctype html><title>The bakery</title>' },
  ...Array.from({ length: 300 }, (_, i) => ({ name: `part-${i}.txt`, content: 'x'.repeat(20_000) })),
]);
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

async function start(dataDir: string) {
  const panel = await startProcess({ DATA_DIR: dataDir, SEED: 'demo', PUBLIC_URL: 'http://localhost:8099' }, SCRIPT);
  cleanup.push(() => panel.kill('SIGTERM'));
  const as = async (email: string) => {
    const client = new Client(panel.port, 'aurora.localhost');
    await client.get('/partner/whitelabel');
    const answer = await client.post('/login', { email, password: DEMO_PASSWORD });
    assert.equal(answer.status, 200, answer.text);
    return client;
  };
  return { panel, customer: await as('customer@aurora.example'), staff: await as('admin@aurora.example') };
}

test(
  'killed while the copy is made or moved: afterwards there is one whole copy, at its address',
  { skip: Boolean(process.env['TEST_DATABASE_URL']), timeout: 170_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-migration-'));
    await chmod(dataDir, 0o711);
    cleanup.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    let { panel, customer, staff } = await start(dataDir);
    const fqdn = 'moved-here.aurora-sites.localhost';
    const { id } = await requested(customer, { type: 'backup', fqdn }, ZIP);
    const killAt = async (name: string) => {
      const { task_id } = await shown(staff, id);
      await until(`the step ${name}`, async () => {
        const { steps } = (await staff.get<Task>(`/task/${task_id}`)).body;
        return steps.slice(steps.findIndex((step) => step.name === name)).some(({ state }) => state !== 'idle');
      });
      await panel.kill('SIGKILL');
      ({ panel, customer, staff } = await start(dataDir));
    };
    const reached = (status: Migration['status']) =>
      until(`the status ${status}`, async () => (await shown(staff, id)).status === status, 60_000);

    assert.equal((await moved(staff, id, { status: 'inprogress' })).status, 200);
    await killAt('import');
    await reached('completed');
    assert.equal((await moved(customer, id, { status: 'ready' })).status, 200);
    await killAt('move');
    await reached('ready');
    const { pageElements } = (await customer.get<Page<Site>>('/site/bymigration')).body;
    assert.deepEqual(
      pageElements.map((site) => [site.fqdn, site.status]),
      [[fqdn, 'ready']],
    );
    const root = path.join(dataDir, 'sites', pageElements[0]?.site_id ?? '', 'live/public');
    assert.equal((await readdir(root)).length, 301);
    assert.deepEqual(await readdir(path.join(dataDir, 'migrations')), []);
  },
);
