// On the embedded database: a killed panel, which keeps its database itself.
// Campaign: a kill while rows are merged; staging/killed and hosting/merge-changes are in every run.
import type { ContentGroup, Published, StagingDifference, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { newSite } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';

const missing = await nativePhpMissing();

test(
  'killed while it inserts what the live site keeps: live is as before, and after a restart it has what both sides changed, as chosen',
  { skip: missing ?? false },
  async () => {
    const panels = await demoPanels('panel-merge-', { SITE_PICTURES: 'off' });
    after(panels.close);
    const { dataDir } = panels;
    let { panel, client } = await panels.start();
    const end = async (started: { status: number; text: string; body: Record<string, unknown> }) => {
      assert.equal(started.status, 200, started.text);
      const task = await until('the end of the task', async () => {
        const { body } = await client.get<Task>(`/site/check/${String(started.body['task_id'])}`);
        return body.ended_at ? body : null;
      });
      assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
      return task.site_id ?? '';
    };
    const folder = (siteId: string) => path.join(dataDir, 'sites', siteId);
    const query = (siteId: string, sql: string): unknown[] => {
      const database = new DatabaseSync(path.join(folder(siteId), 'live/data/wordpress.sqlite'));
      try {
        return database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row)[0]);
      } finally {
        database.close();
      }
    };
    const rename = (siteId: string, id: number, title: string) =>
      query(siteId, `UPDATE wp_posts SET post_title = '${title}' WHERE ID = ${id}`);
    const titles = (siteId: string) =>
      query(siteId, 'SELECT post_title FROM wp_posts WHERE ID IN (1, 2, 3) ORDER BY ID');

    const liveId = await end(await client.post('/site', newSite('live.aurora-sites.localhost')));
    const stageId = await end(await client.post('/site/staging', { site_id: liveId }));
    rename(liveId, 1, 'Of live');
    rename(stageId, 2, 'Of staging');
    rename(liveId, 3, 'Both, live');
    rename(stageId, 3, 'Both, staging');
    const { content } = (await client.get<StagingDifference>(`/site/${stageId}/staging/difference`)).body;
    const by = ({ kind, items }: ContentGroup) => items.map((item) => [kind, item.key, item.by]);
    assert.deepEqual(content?.groups.flatMap(by), [
      ['posts', '1', 'live'],
      ['pages', '3', 'both'],
      ['pages', '2', 'staging'],
    ]);

    const collisions = { otherwise: 'staging', items: [{ kind: 'pages', key: '3', keep: 'live' }] };
    const publish = await client.post('/site/staging/publish', {
      site_id: stageId,
      publish_db_files: true,
      collisions,
    });
    await until('the rows of the live site', async () => {
      const { ended_at } = (await client.get<Task>(`/site/check/${String(publish.body['task_id'])}`)).body;
      assert.equal(ended_at, null, 'the rows were never seen');
      const folders = await readdir(folder(liveId));
      return folders.some((name) => existsSync(path.join(folder(liveId), name, 'data/kept-rows')));
    });
    await panel.kill('SIGKILL');
    assert.deepEqual(titles(liveId), ['Of live', 'Sample Page', 'Both, live']);
    ({ panel, client } = await panels.start());
    await end(publish);
    assert.deepEqual(titles(liveId), ['Of live', 'Of staging', 'Both, live']);
    const { difference } = (await client.get<Published>(`/site/${stageId}/staging/published`)).body;
    assert.deepEqual(difference?.merged, { kept: 2, renumbered: 0, left: 0, collisions });

    await end(await client.post('/site/staging/revert', { site_id: stageId }));
    assert.deepEqual(titles(liveId), ['Of live', 'Sample Page', 'Both, live']);
  },
);
