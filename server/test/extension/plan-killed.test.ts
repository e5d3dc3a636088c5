// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: kills in a plan of updates; tasks/killed is in every run.
import type { ExtensionRun, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { newSite } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { changed, upload } from './extension-support.ts';
import { decided, planned, reached, runOf, statuses } from './plan-support.ts';
import { pluginZip } from './zip-support.ts';

const skip = (await nativePhpMissing()) ?? false;
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

const counter = (version: string, code = ''): Buffer =>
  pluginZip(
    'counter',
    version,
    `if (get_option('counter_data') !== '${version}') { update_option('counter_data', '${version}'); }\n${code}`,
  );

test('killed in the middle of a plan: it continues where it was, and a broken site is put back', { skip }, async () => {
  const { dataDir, start, close } = await demoPanels('panel-plan-', { SITE_PICTURES: 'off' });
  cleanup.push(close);
  let { panel, client } = await start();
  const fqdns = ['first', 'second'].map((name) => `${name}.aurora-sites.localhost`);
  const ids: string[] = [];
  for (const fqdn of fqdns) {
    const made = await client.post('/site', newSite(fqdn));
    assert.equal(made.status, 200, made.text);
    const task = await until('the site', async () => {
      const { body } = await client.get<Task>(`/site/check/${String(made.body['task_id'])}`);
      return body.ended_at ? body : null;
    });
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    ids.push(task.site_id ?? '');
  }
  /** The versions in the files and in the database of each site. */
  const versions = () =>
    Promise.all(
      ids.map(async (id) => {
        const live = path.join(dataDir, 'sites', id, 'live');
        const code = await readFile(path.join(live, 'public/wp-content/plugins/counter/counter.php'), 'utf8');
        const database = new DatabaseSync(path.join(live, 'data/wordpress.sqlite'), { readOnly: true });
        const row = database
          .prepare("SELECT option_value AS v FROM wp_options WHERE option_name = 'counter_data'")
          .get();
        database.close();
        return [/^Version: (.*)$/m.exec(code)?.[1], row?.['v']];
      }),
    );
  const both = [
    ['1.1', '1.1'],
    ['1.1', '1.1'],
  ];
  const add = async (version: string, code?: string) => {
    const answer = await upload(client, 'plugin', counter(version, code));
    assert.equal(answer.status, 200, answer.text);
  };
  const update = () =>
    planned(client, 'plugin', { slugs: ['counter'], action: 'update', waves: { first_site_id: ids[0] } });
  /** Kills the panel once a step of a site's task has begun, and starts it again. */
  const killAt = async (plan: string, site: number, step: string) => {
    await until(`the step ${step} of site ${site}`, async () => {
      const run: ExtensionRun = await runOf(client, plan);
      const taskId = run.sites.find(({ site_id }) => site_id === ids[site])?.task_id;
      if (!taskId) return false;
      const { steps } = (await client.get<Task>(`/task/${taskId}`)).body;
      return steps.slice(steps.findIndex(({ name }) => name === step)).some(({ state }) => state !== 'idle');
    });
    await panel.kill('SIGKILL');
    ({ panel, client } = await start());
  };

  await add('1.0');
  await changed(client, 'plugin', { slugs: ['counter'], action: 'install', activate: true, site_ids: ids });
  await add('1.1');
  const good = await update();
  await killAt(good, 0, 'install:counter');
  await killAt(good, 1, 'save');
  assert.deepEqual(statuses(await reached(client, good, 'done')), { first: 'succeeded', second: 'succeeded' });
  assert.deepEqual(await versions(), both);

  await add('1.2', `add_action('template_redirect', function () { no_such_function(); });`);
  const bad = await update();
  await killAt(bad, 0, 'verify');
  const halted = await reached(client, bad, 'halted');
  assert.deepEqual(statuses(halted), { first: 'failed', second: 'waiting' });
  assert.deepEqual(await versions(), both);
  await decided(client, bad, { decision: 'stop' });
  assert.deepEqual(statuses(await reached(client, bad, 'stopped')), { first: 'failed', second: 'not_started' });
  assert.deepEqual(await readdir(path.join(dataDir, 'backup-work')), []);
});
