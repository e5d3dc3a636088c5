// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: a kill in a publication; staging/killed is in every run.
import type { Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client, until } from '../../src/testing/index.ts';
import { ended } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { draftOf, page, saved } from './builder-support.ts';

test('killed while it publishes: the site is the old one or the new one, and new after the restart', async () => {
  const panels = await demoPanels('panel-builder-');
  after(panels.close);
  let { panel, client } = await panels.start();
  const fqdn = 'killed.aurora-sites.localhost';
  const reserved = await client.post('/site', { fqdn, domain: 'aurora-sites.localhost' });
  const siteId = String((await ended(client, reserved.body['task_id'])).site_id);
  const made = await client.post('/site/finalize', { site_id: siteId, type: 'site_builder' });
  assert.equal((await ended(client, made.body['task_id'])).status, 'succeeded');
  const pages = Array.from({ length: 40 }, (_, i) => page(`Page${i}`, { html: `<p>${'new '.repeat(5000)}</p>` }));
  await saved(client, siteId, pages);
  const { revision } = await draftOf(client, siteId);

  const started = await client.post(`/site/${siteId}/builder/publish`, { revision });
  const taskId = String(started.body['task_id']);
  await until('the step to begin', async () =>
    (await client.get<Task>(`/task/${taskId}`)).body.steps.some(({ state }) => state !== 'idle'),
  );
  await panel.kill('SIGKILL');
  ({ panel, client } = await panels.start());
  const visit = (path: string) => new Client(panel.port, fqdn).get(path, { host: `${fqdn}:8099` });
  // In the order of publishing: what is there must be all of it, also when the task ends between the two requests.
  const hasLast = (await visit('/page39')).status === 200;
  const isNew = /new new/.test((await visit('/')).text);
  assert.ok(isNew || !hasLast, 'the last page is there, the first is the old one');
  if (isNew) assert.equal((await visit('/page39')).status, 200, 'the first page is new, the last is missing');
  assert.equal((await ended(client, taskId)).status, 'succeeded');
  assert.match((await visit('/')).text, /new new/);
  assert.equal((await visit('/page39')).status, 200);
});
