// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: kills at five steps of migrations; tasks/killed and staging/killed are in every run.
import type { Migration, Page, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { planImport } from '../../src/archive/import-plan.ts';
import { tarGzOf } from '../import/tar-support.ts';
import { zipOf } from '../extension/zip-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { moved, requested, shown, uploadedNewer } from './migration-support.ts';

const zipWith = (files: number) =>
  zipOf([
    { name: 'index.html', content: '<!doctype html><title>The bakery</title>' },
    ...Array.from({ length: files }, (_, i) => ({ name: `part-${i}.txt`, content: 'x'.repeat(20_000) })),
  ]);
const [ZIP, NEWER] = [zipWith(300), zipWith(400)];

test('killed while a tar.gz becomes a zip: afterwards there is one whole zip and nothing else', async () => {
  const panels = await demoPanels('panel-migration-');
  after(panels.close);
  let { panel, client: customer } = await panels.start();
  const files = Array.from({ length: 3000 }, (_, i) => ({ name: `page-${i}.html`, content: randomBytes(8192) }));
  const archive = tarGzOf([{ name: 'index.html', content: 'The bakery' }, ...files]);
  const { id, task_id } = await requested(customer, { type: 'backup', fqdn: 'packed.aurora-sites.localhost' }, archive);
  const task = async () => (await customer.get<Task>(`/task/${task_id}`)).body;
  await until('the step has begun', async () => (await task()).steps.some(({ state }) => state === 'running'));
  await panel.kill('SIGKILL');
  ({ panel, client: customer } = await panels.start());
  await until('the prepared archive', async () => (await task()).status === 'succeeded');
  // What the killed process had written is removed by the sweep of leftovers, like parts of downloads.
  const stored = (await readdir(path.join(panels.dataDir, 'migrations'))).filter((name) => !name.startsWith('.part-'));
  assert.deepEqual(stored, [`${id}.zip`]);
  const plan = await planImport({ file: path.join(panels.dataDir, 'migrations', `${id}.zip`) });
  assert.deepEqual([plan.kind, plan.files.size], ['static', 3001]);
});

test('killed while the copy is made, gets what changed, or is moved: afterwards there is one whole copy, at its address', async () => {
  const panels = await demoPanels('panel-migration-');
  after(panels.close);
  const { dataDir } = panels;
  let { panel, client: customer, staff } = await panels.start();
  const fqdn = 'moved-here.aurora-sites.localhost';
  const { id } = await requested(customer, { type: 'backup', fqdn }, ZIP);
  const killAt = async (name: string) => {
    const { task_id } = await shown(staff, id);
    await until(`the step ${name}`, async () => {
      const { steps } = (await staff.get<Task>(`/task/${task_id}`)).body;
      return steps.slice(steps.findIndex((step) => step.name === name)).some(({ state }) => state !== 'idle');
    });
    await panel.kill('SIGKILL');
    ({ panel, client: customer, staff } = await panels.start());
  };
  const reached = (status: Migration['status']) =>
    until(`the status ${status}`, async () => (await shown(staff, id)).status === status);

  assert.equal((await moved(staff, id, { status: 'inprogress' })).status, 200);
  await killAt('import');
  await reached('completed');
  assert.equal((await uploadedNewer(customer, id, NEWER)).status, 200);
  assert.equal((await moved(customer, id, { status: 'ready' })).status, 200);
  for (const step of ['prepare-changes', 'carry-changes', 'move']) await killAt(step);
  await reached('ready');
  assert.equal((await shown(customer, id)).carried?.result, 'carried');
  const { pageElements } = (await customer.get<Page<Site>>('/site/bymigration')).body;
  assert.deepEqual(
    pageElements.map((site) => [site.fqdn, site.status]),
    [[fqdn, 'ready']],
  );
  const root = path.join(dataDir, 'sites', pageElements[0]?.site_id ?? '', 'live/public');
  assert.equal((await readdir(root)).length, 401);
  assert.deepEqual(
    (await readdir(path.join(dataDir, 'sites'))).filter((name) => name.includes('rehearsal')),
    [],
  );
  assert.deepEqual(await readdir(path.join(dataDir, 'migrations')), []);
});
