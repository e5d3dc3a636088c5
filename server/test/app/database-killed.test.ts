// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: a kill at each change of a database; tasks/killed and app/killed are in every run.
import type { AppDatabaseState } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { fromGit, type Created } from './app-support.ts';

test('killed before and after each change of a database: it is completed after the restart, once', async () => {
  const panels = await demoPanels('panel-app-databases-');
  after(panels.close);
  const folder = path.join(panels.dataDir, 'fake-databases');
  await mkdir(folder, { recursive: true });
  let { panel, client } = await panels.start();
  const made = await client.post<Created>('/nucal/existing/app', fromGit('kept-data'));
  const id = made.body.app_id;
  const state = async () => (await client.get<AppDatabaseState>(`/nucal/app/${id}/db`)).body;
  const settled = () =>
    until('nothing works on it', async () => {
      const now = await state();
      return now.task_id === null ? now : undefined;
    });
  const credentials = async () =>
    (await client.get<{ data: { password: string } | null }>(`/nucal/user/apps/siteid/${id}/db/credentials`)).body.data;
  const onDisk = () => readFile(path.join(folder, id), 'utf8').catch(() => null);
  await settled();

  /** Starts a change, kills the panel while it is held, and lets its successor go on. */
  const interrupted = async (change: () => Promise<{ status: number; text: string }>, hold: string) => {
    const before = await onDisk();
    await writeFile(path.join(folder, hold), '');
    const answer = await change();
    assert.equal(answer.status, 200, answer.text);
    if (hold === 'hold-after')
      await until('the change has been made', async () => ((await onDisk()) === before ? undefined : true));
    else await until('the task runs', async () => ((await state()).task_id === null ? undefined : true));
    await panel.kill('SIGKILL');
    await rm(path.join(folder, hold));
    ({ panel, client } = await panels.start());
    return (await settled()).database;
  };

  for (const hold of ['hold-before', 'hold-after']) {
    assert.equal((await interrupted(() => client.post(`/nucal/app/${id}/db`), hold))?.status, 'ready');
    const first = await onDisk();
    assert.equal((await credentials())?.password, first);
    assert.equal((await interrupted(() => client.post(`/nucal/app/${id}/db/password`), hold))?.status, 'ready');
    const second = await onDisk();
    assert.notEqual(second, first);
    assert.equal((await credentials())?.password, second);
    assert.equal(await interrupted(() => client.send('DELETE', `/nucal/app/${id}/db`), hold), null);
    assert.deepEqual(await readdir(folder), []);
  }
});
