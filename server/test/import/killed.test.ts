// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: a kill in an import; staging/killed and backup/killed are in every run.
import type { Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { uploadSite } from './import-support.ts';

const FILES = 3_000;
test('killed while a site is imported: there is no site or the whole one, and after a restart the whole one', async () => {
  const panels = await demoPanels('panel-import-');
  after(panels.close);
  const { dataDir } = panels;
  let { panel, client } = await panels.start();
  const zip = zipOf([
    { name: 'index.html', content: '<!doctype html><title>Imported</title>' },
    ...Array.from({ length: FILES - 1 }, (_, i) => ({ name: `part-${i}.txt`, content: 'x'.repeat(500) })),
  ]);
  const made = await uploadSite(client, 'imported.aurora-sites.localhost', zip);
  assert.equal(made.status, 200, made.text);
  const task = () => client.get<Task>(`/site/check/${String(made.body['task_id'])}`);
  const siteId = await until('the import to run', async () => {
    const { steps, site_id } = (await task()).body;
    return steps.some(({ name, state }) => name === 'import' && state === 'running') && site_id;
  });
  await panel.kill('SIGKILL');
  const files = () => readdir(path.join(dataDir, 'sites', siteId, 'live/public')).catch((): string[] => []);
  const left = (await files()).length;
  assert.ok(left === 0 || left === FILES, `${left} of ${FILES} files`);

  ({ panel, client } = await panels.start());
  const end = await until('the end of the import', async () => {
    const { body } = await task();
    return body.ended_at ? body : null;
  });
  assert.equal(end.status, 'succeeded', JSON.stringify(end.error));
  assert.equal((await files()).length, FILES);
  assert.equal((await client.get<Site>(`/site/id/${siteId}`)).body.status, 'ready');
  assert.deepEqual(await readdir(path.join(dataDir, 'imports')), []);
});
