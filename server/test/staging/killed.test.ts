// On the embedded database: a killed panel, which keeps its database itself.
import type { Site, Staging, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { readSiteFile, writeSiteFile } from '../backup/backup-support.ts';
import { newSite } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';

const FILES = 300;
const names = Array.from({ length: FILES }, (_, i) => `part-${i}.txt`);

test('killed in the middle of a clone or a publish, at each step: the live site is the old one or the new one, then the task completes', async () => {
  const panels = await demoPanels('panel-staging-');
  after(panels.close);
  const { dataDir } = panels;
  let { panel, client } = await panels.start();
  const taskOf = async (id: unknown) => (await client.get<Task>(`/site/check/${String(id)}`)).body;
  const end = (id: unknown) =>
    until('the end of the task', async () => ((await taskOf(id)).ended_at ? taskOf(id) : null));
  const write = (siteId: string, text: string) =>
    Promise.all(names.map((name) => writeSiteFile(dataDir, siteId, name, text.padEnd(20_000))));
  const read = async (siteId: string) =>
    new Set(await Promise.all(names.map(async (name) => (await readSiteFile({ dataDir }, siteId, name)).trim())));

  /** Starts a task, kills the panel once a step has begun, and starts the panel again. */
  const killAt = async (address: string, body: Record<string, unknown>, step: string): Promise<unknown> => {
    const started = await client.post(address, body);
    assert.equal(started.status, 200, started.text);
    const id = started.body['task_id'];
    await until(`the step ${step}`, async () => {
      const { steps } = await taskOf(id);
      return steps.slice(steps.findIndex(({ name }) => name === step)).some(({ state }) => state !== 'idle');
    });
    await panel.kill('SIGKILL');
    return id;
  };
  const restart = async () => void ({ panel, client } = await panels.start());

  const made = await client.post('/site', newSite('live.aurora-sites.localhost'));
  const liveId = (await end(made.body['task_id'])).site_id ?? '';
  await write(liveId, 'old');

  const clone = await killAt('/site/staging', { site_id: liveId }, 'clone');
  assert.deepEqual([...(await read(liveId))], ['old']);
  await restart();
  const cloned = await end(clone);
  assert.equal(cloned.status, 'succeeded', JSON.stringify(cloned.error));
  const stageId = cloned.site_id ?? '';
  assert.deepEqual([...(await read(stageId))], ['old']);

  for (const [round, step] of ['pack', 'copy', 'answer'].entries()) {
    await write(stageId, `new ${round}`);
    const before = await read(liveId);
    const publish = await killAt('/site/staging/publish', { site_id: stageId }, step);
    const left = await read(liveId);
    assert.equal(left.size, 1, `${step}: ${[...left].join(' and ')}`);
    assert.ok(left.has(`new ${round}`) || [...before].every((text) => left.has(text)), [...left].join());
    await restart();
    const published = await end(publish);
    assert.equal(published.status, 'succeeded', `${step}: ${JSON.stringify(published.error)}`);
    assert.deepEqual([...(await read(liveId))], [`new ${round}`]);
    for (const id of [liveId, stageId]) {
      const site = (await client.get<Site>(`/site/id/${id}`)).body;
      assert.deepEqual([site.status, site.task_id], ['ready', null]);
    }
  }
  const { revert } = (await client.get<Staging>(`/site/parent/${liveId}/staging`)).body;
  assert.ok(revert);
  assert.deepEqual(await readdir(path.join(dataDir, 'backup-work')), []);
});
