// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: a kill at each step of an update of WordPress; tasks/killed is in every run.
import type { Site, SiteOverview, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { after, test } from 'node:test';
import { readRecord, siteFolder } from '../../src/hosting/local/site-folder.ts';
import { until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { newSite } from './site-support.ts';
import { otherVersions } from './upgrade-support.ts';

const skip = (await nativePhpMissing()) ?? false;
const [NEXT, DATABASE] = ['99.2.1', 99_999] as const;
const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

test(
  'killed in the middle of an upgrade, the site is the old one or the new one, then the new one',
  { skip },
  async () => {
    const versions = await otherVersions([{ version: NEXT, databaseVersion: DATABASE }]);
    cleanup.push(versions.remove);
    const { dataDir, start, close } = await demoPanels('panel-upgrade-', versions.env);
    cleanup.push(close);
    let { panel, client } = await start();
    const fqdn = 'upgraded.aurora-sites.localhost';
    const made = await client.post('/site', newSite(fqdn, { version: versions.bundled }));
    assert.equal(made.status, 200, made.text);
    const end = (taskId: unknown) =>
      until('the end of the task', async () => {
        const { body } = await client.get<Task>(`/site/check/${String(taskId)}`);
        return body.ended_at ? body : null;
      });
    const siteId = (await end(made.body['task_id'])).site_id ?? '';
    const root = path.join(dataDir, 'sites', siteId);
    // Of a record between two contents, the version of the folder that is there.
    const coreNow = async () => (await readRecord(siteFolder(dataDir, siteId))).core;
    const databaseNow = () => {
      const database = new DatabaseSync(path.join(root, 'live/data/wordpress.sqlite'), { readOnly: true });
      const row = database.prepare("SELECT option_value AS v FROM wp_options WHERE option_name = 'db_version'").get();
      database.close();
      return Number(row?.['v']);
    };
    const before = databaseNow();

    const started = await client.put('/site/upgrade/wordpress', { fqdn, version: NEXT });
    assert.equal(started.status, 200, started.text);
    await until('the upgrade to begin', async () => {
      const { steps } = (await client.get<Task>(`/site/check/${String(started.body['task_id'])}`)).body;
      return steps.some(({ name, state }) => name === 'upgrade' && state !== 'idle');
    });
    await panel.kill('SIGKILL');
    const left = [await coreNow(), databaseNow()];
    assert.ok(
      [
        [versions.bundled, before],
        [NEXT, DATABASE],
      ].some((whole) => String(whole) === String(left)),
      `neither the old site nor the new one: ${left.join(' with database ')}`,
    );

    ({ panel, client } = await start());
    const task = await end(started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.deepEqual([await coreNow(), databaseNow()], [NEXT, DATABASE]);
    const { version, status } = (await client.get<Site>(`/site/id/${siteId}`)).body;
    assert.deepEqual([version, status], [NEXT, 'ready']);
    const { body } = await client.get<SiteOverview>(`/site/${siteId}/overview?check=now`);
    assert.ok(body.evidence.length > 0 && body.evidence.every(({ ok }) => ok), JSON.stringify(body.evidence));
  },
);
