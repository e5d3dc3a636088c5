import type { Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { DEMO_PASSWORD } from '../../src/seed/demo-data.ts';
import { Client, until } from '../../src/testing/index.ts';
import { newSite } from '../site/site-support.ts';
import { startProcess, type PanelProcess } from '../tasks/process-support.ts';
import { backUp, backupsOf, readSiteFile, writeSiteFile } from './backup-support.ts';

const SCRIPT = path.join(import.meta.dirname, '../attack/static-panel-process.ts');
const FILES = 300;
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

async function start(dataDir: string): Promise<{ panel: PanelProcess; client: Client }> {
  const panel = await startProcess({ DATA_DIR: dataDir, SEED: 'demo', PUBLIC_URL: 'http://localhost:8099' }, SCRIPT);
  cleanup.push(() => panel.kill('SIGTERM'));
  const client = new Client(panel.port, 'aurora.localhost');
  await client.get('/partner/whitelabel');
  const answer = await client.post('/login', { email: 'customer@aurora.example', password: DEMO_PASSWORD });
  assert.equal(answer.status, 200, answer.text);
  return { panel, client };
}

const names = Array.from({ length: FILES }, (_, i) => `part-${i}.txt`);

test(
  'killed in the middle of a restore, at each of its steps: the site is the old one or the new one, then the new one',
  { skip: Boolean(process.env['TEST_DATABASE_URL']), timeout: 170_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-restore-'));
    await chmod(dataDir, 0o711);
    cleanup.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    let { panel, client } = await start(dataDir);
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

      ({ panel, client } = await start(dataDir));
      const end = await until(
        'the end of the restore',
        async () => {
          const { body } = await task();
          return body.ended_at ? body : null;
        },
        60_000,
      );
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
  },
);
