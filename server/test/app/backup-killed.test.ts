// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: a kill at each step of a restore; backup/killed and tasks/killed are in every run.
import type { App, AppBuild, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { databaseContent } from '../../src/testing/fake-app-databases.ts';
import { Client, until } from '../../src/testing/index.ts';
import { backUp, backupsOf } from '../backup/backup-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { csrf, fromGit, type Created } from './app-support.ts';

const STEPS = [
  ...['fetch', 'pack', 'store', 'verify', 'prune', 'database', 'release', 'swap', 'publish', 'answer', 'tidy'],
];

test('a restore of an application that is killed at any step serves one of the two releases throughout, and finishes with release and rows of the backup', async () => {
  const panels = await demoPanels('panel-app-restore-');
  after(panels.close);
  let { panel, client } = await panels.start();
  const made = await client.post<Created>('/nucal/existing/app', fromGit('restored'));
  assert.equal(made.status, 200, made.text);
  const { app_id: id, build_id: first, fqdn } = made.body;
  const built = (build: string) =>
    until(`build ${build} to succeed`, async () =>
      (await client.get<AppBuild>(`/nucal/app/build/${build}/details`)).body.status === 'success' ? true : undefined,
    );
  const app = async () => (await client.get<App>(`/nucal/${id}`)).body;
  const shown = async () => (await new Client(panel.port, fqdn).get('/', { host: `${fqdn}:8099` })).text;
  await built(first);
  await until('nothing works on it', async () => ((await app()).task_id === null ? true : undefined));
  assert.equal((await client.post(`/nucal/app/${id}/db`)).status, 200);
  await until('nothing works on it', async () => ((await app()).task_id === null ? true : undefined));
  await databaseContent.write(panels.dataDir, id, 'first rows');
  const backup = await backUp(client, fqdn);
  for (const at of STEPS) {
    const { build_id: later } = (await client.get<{ build_id: string }>(`/nucal/app/${id}/deploy`, csrf(client))).body;
    await built(later);
    await until('nothing works on it', async () => ((await app()).task_id === null ? true : undefined));
    await databaseContent.write(panels.dataDir, id, `rows before ${at}`);
    const started = await client.post<{ task_id: string }>('/backup/restore', { id: backup.id });
    assert.equal(started.status, 200, started.text);
    const task = async () => (await client.get<Task>(`/backup/status/${started.body.task_id}`)).body;
    await until(`the step ${at}`, async () =>
      (await task()).steps.slice(STEPS.indexOf(at)).some(({ state }) => state !== 'idle') ? true : undefined,
    );
    await panel.kill('SIGKILL');
    ({ panel, client } = await panels.start());
    assert.match(await shown(), new RegExp(`${later}|${first}`), at);
    const end = await until('the end of the restore', async () => {
      const now = await task();
      return now.ended_at ? now : undefined;
    });
    if (end.status !== 'succeeded') await panel.kill('SIGTERM');
    assert.equal(end.status, 'succeeded', `${at}: ${JSON.stringify(end.error)} ${panel.endedWith()}`);
    assert.match(await shown(), new RegExp(first), at);
    const { now, before, next } = await databaseContent.read(panels.dataDir, id);
    assert.deepEqual([now, before, next], ['first rows', undefined, undefined], at);
    const { status, live_build, task_id } = await app();
    assert.deepEqual(
      [status, live_build?.id, live_build?.status, task_id],
      ['ready', end.task_id, 'success', null],
      at,
    );
  }
  const found = await backupsOf(client, id);
  assert.ok(found.every(({ status }) => status === 'succeeded'));
  assert.equal(
    found.filter(({ type }) => type === 'system_generated').length,
    5,
    'only the five newest automatic backups are kept',
  );
  assert.deepEqual(await readdir(path.join(panels.dataDir, 'backup-work')), []);
});
