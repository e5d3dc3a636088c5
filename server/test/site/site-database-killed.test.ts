// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: kills with a MariaDB; tasks/killed is in every run.
import type { SiteOverview, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isDatabaseOf } from '../../src/hosting/database/database-name.ts';
import { until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { mariadbMissing, startMariadb } from '../hosting/mariadb-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { newSite } from './site-support.ts';

const skip = (await nativePhpMissing()) ?? (await mariadbMissing()) ?? false;
const TOKEN = 'an-operator-token-of-these-tests';
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

test(
  'killed while WordPress installs and while its database moves, the panel completes both and leaves no other database',
  { skip },
  async () => {
    const mariadb = await startMariadb();
    cleanup.push(mariadb.stop);
    const { start, close } = await demoPanels('panel-database-', {
      OPERATOR_TOKEN: TOKEN,
      SITES_DATABASE_URL: mariadb.url,
    });
    cleanup.push(close);
    let { panel, client } = await start();
    const taskNow = async (id: unknown) => (await client.get<Task>(`/site/check/${String(id)}`)).body;
    const end = (id: unknown) =>
      until('the end of the task', async () => ((await taskNow(id)).ended_at ? taskNow(id) : null));
    const begun = (id: unknown, step: string) =>
      until(`the beginning of ${step}`, async () =>
        (await taskNow(id)).steps.some(({ name, state }) => name === step && state !== 'idle'),
      );
    const killIn = async (id: unknown, step: string): Promise<Task> => {
      await begun(id, step);
      await panel.kill('SIGKILL');
      ({ panel, client } = await start());
      const task = await end(id);
      assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
      return task;
    };

    const fqdn = 'killed.aurora-sites.localhost';
    const made = await client.post('/site', newSite(fqdn));
    assert.equal(made.status, 200, made.text);
    const { site_id } = await killIn(made.body['task_id'], 'install');
    // The demo data has sites of its own.
    const left = async () => (await mariadb.left()).filter((name) => isDatabaseOf(String(site_id), name));
    const names = await left();
    assert.deepEqual([names.length, new Set(names).size], [2, 1], 'one database and its user');

    const moving = await client.send(
      'PUT',
      '/platform/sites/database',
      { fqdn, database: 'sqlite' },
      { authorization: `Bearer ${TOKEN}` },
    );
    assert.equal(moving.status, 200, moving.text);
    await killIn(moving.body['task_id'], 'database');
    assert.deepEqual(await left(), []);
    const { body } = await client.get<SiteOverview>(`/site/${String(site_id)}/overview?check=now`);
    assert.ok(body.evidence.length > 0 && body.evidence.every(({ ok }) => ok), JSON.stringify(body.evidence));
  },
);
