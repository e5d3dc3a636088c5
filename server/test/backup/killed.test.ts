// On the embedded database: a killed panel, which keeps its database itself.
import type { Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { newSite } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { backUp, backupsOf, readSiteFile, writeSiteFile } from './backup-support.ts';

const FILES = 300;
const names = Array.from({ length: FILES }, (_, i) => `part-${i}.txt`);

test('killed in the middle of a restore, at each of its steps: the site is the old one or the new one, then the new one', async () => {
  const panels = await demoPanels('panel-restore-');
  after(panels.close);
  const { dataDir } = panels;
  let { panel, client } = await panels.start();
  const fqdn = 'restored.aurora-sites.localhost';
  const made = await client.post('/site', newSite(fqdn));
  assert.equal(made.status, 200, made.text);
  const site = await until('the site to be ready', async () => {
    const { body } = await client.get<Task>(`/site/check/${String(made.body['task_id'])}`);
    return body.status === 'succeeded' ? (await client.get<Site>(`/site/id/${body.site_id}`)).body : null;
  });
  const siteId = site.site_id ?? '';
  const write = (text: string) =>
    Promise.all(names.map((name) => writeSiteFile(dataDir, siteId, name, text.padEnd(20_000))));
  const read = async () =>
    new Set(await Promise.all(names.map(async (name) => (await readSiteFile({ dataDir }, siteId, name)).trim())));

  await write('old');
  const backup = await backUp(client, fqdn);
  for (const at of ['pack', 'restore', 'answer']) {
    await write('new');
    const started = await client.post('/backup/restore', { id: backup.id });
    assert.equal(started.status, 200, started.text);
    const task = () => client.get<Task>(`/backup/status/${String(started.body['task_id'])}`);
    const index = ['fetch', 'pack', 'store', 'verify', 'prune', 'restore', 'answer'].indexOf(at);
    await until(`the step ${at}`, async () => {
      const { steps } = (await task()).body;
      return steps.slice(index).some(({ state }) => state !== 'idle');
    });
    await panel.kill('SIGKILL');
    const left = await read();
    assert.equal(left.size, 1, `${at}: ${[...left].join(' and ')}`);

    ({ panel, client } = await panels.start());
    const end = await until('the end of the restore', async () => {
      const { body } = await task();
      return body.ended_at ? body : null;
    });
    assert.equal(end.status, 'succeeded', `${at}: ${JSON.stringify(end.error)}`);
    assert.deepEqual([...(await read())], ['old']);
    assert.equal((await client.get<Site>(`/site/id/${siteId}`)).body.status, 'ready');
  }
  const backups = await backupsOf(client, siteId);
  assert.deepEqual(
    backups.map(({ type, status }) => [type, status]),
    [...Array.from({ length: 3 }, () => ['system_generated', 'succeeded']), ['manual', 'succeeded']],
  );
  assert.deepEqual(await readdir(path.join(dataDir, 'backup-work')), []);
});
