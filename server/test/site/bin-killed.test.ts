// On the embedded database: a killed panel, which keeps its database itself.
import type { BinnedSite, Page, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { Client, until, type Answer } from '../../src/testing/index.ts';
import { readSiteFile, writeSiteFile } from '../backup/backup-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { ended, newSite } from './site-support.ts';

const FILES = 600;
test('killed while a site goes to the bin, leaves it, and is deleted for good: each is completed after the restart', async () => {
  const panels = await demoPanels('panel-bin-');
  after(panels.close);
  const { dataDir } = panels;
  let { panel, client } = await panels.start();
  const fqdn = 'binned.aurora-sites.localhost';
  const made = await client.post('/site', newSite(fqdn));
  const siteId = String((await ended(client, made.body['task_id'])).site_id);
  await Promise.all(Array.from({ length: FILES }, (_, i) => writeSiteFile(dataDir, siteId, `part-${i}.txt`, 'mine')));
  const inBin = async () =>
    (await client.get<Page<BinnedSite>>('/site/bin')).body.pageElements.some(({ site_id }) => site_id === siteId);

  /** Sends a call, kills the panel once `at` holds, and waits for the end of the task after a restart. */
  const killedIn = async (send: () => Promise<Answer>, at: (task: Task) => boolean = () => true): Promise<void> => {
    const started = await send();
    assert.equal(started.status, 200, started.text);
    const taskId = String(started.body['task_id']);
    await until('the moment to kill', async () => at((await client.get<Task>(`/task/${taskId}`)).body));
    await panel.kill('SIGKILL');
    ({ panel, client } = await panels.start());
    const { status, error } = await ended(client, taskId);
    assert.equal(status, 'succeeded', JSON.stringify(error));
  };

  await killedIn(() => client.delete(`/site/delete/${siteId}`));
  assert.ok(await inBin());
  assert.equal(await readSiteFile({ dataDir }, siteId, 'part-0.txt'), 'mine');

  await killedIn(() => client.post('/site/bin/restore', { site_id: siteId }));
  assert.equal(await inBin(), false);
  assert.equal((await client.get<Site>(`/site/id/${siteId}`)).body.status, 'ready');
  const page = await new Client(panel.port, fqdn).get('/part-1.txt', { host: `${fqdn}:8099` });
  assert.deepEqual([page.status, page.text], [200, 'mine']);

  await ended(client, (await client.delete(`/site/delete/${siteId}`)).body['task_id']);
  await killedIn(
    () => client.delete(`/site/bin/${siteId}`),
    ({ steps }) => steps.some(({ name, state }) => name === 'destroy' && state !== 'idle'),
  );
  assert.equal(await inBin(), false);
  assert.equal(existsSync(path.join(dataDir, 'sites', siteId, 'live')), false);
  assert.equal((await client.get(`/site/fqdn/${fqdn}/check`)).body['used'], false);
});
