import type { DifferenceText, Page, Published, Site, Staging, StagingDifference } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { phpMissing, realHosting } from '../hosting/hosting-support.ts';
import { backupsOf, finished, readSiteFile, writeSiteFile } from '../backup/backup-support.ts';
import { ended, readySite, tenant, visit, type Tenant } from '../site/site-support.ts';

const missing = await phpMissing();
const VISITORS = ['From a visitor', 'After the publish', 'Still writable'];
const PAGE = 'wp-content/page.txt';

describe('staging of a WordPress', { skip: missing ?? false }, () => {
  let server: TestServer;
  let mine: Tenant;
  let live: { site_id: string; fqdn: string };
  let stage: Site;
  before(async () => {
    server = await startTestServer({
      hosting: realHosting(),
    });
    mine = await tenant(server);
    live = await readySite(mine, 'shop');
  });
  after(() => server.stop());

  const wp = async (siteId: string, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await server.app.hosting.exec(siteId, args);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const state = async () => (await mine.client.get<Staging>(`/site/parent/${live.site_id}/staging`)).body;
  const task = async (path: string, body: Record<string, unknown>) => {
    const end = await finished(mine.client, path, { site_id: stage.site_id, ...body });
    assert.equal(end.status, 'succeeded', JSON.stringify(end.error));
  };
  const difference = async () =>
    (await mine.client.get<StagingDifference>(`/site/${stage.site_id}/staging/difference`)).body;
  const blogname = (siteId: string) => wp(siteId, 'option', 'get', 'blogname');
  const comment = (siteId: string, text: string) =>
    wp(siteId, 'comment', 'create', '--comment_post_ID=1', `--comment_content=${text}`, '--porcelain');
  /** Those of visitors, the oldest first. */
  const comments = async (siteId: string): Promise<string[]> =>
    (
      await wp(
        siteId,
        'comment',
        'list',
        '--field=content',
        '--comment_parent=0',
        '--orderby=comment_ID',
        '--order=asc',
      )
    )
      .split('\n')
      .filter((line) => VISITORS.includes(line));

  test('it is a copy with its own address, protected by a password, and counts as part of the live site', async () => {
    await writeSiteFile(server.dataDir, live.site_id, PAGE, 'first');
    await wp(live.site_id, 'option', 'update', 'panel_test', JSON.stringify({ at: `http://${live.fqdn}:8099/x` }));
    const url = await wp(live.site_id, 'option', 'get', 'siteurl');
    const end = await finished(mine.client, '/site/staging', {
      site_id: live.site_id,
      password_protection: { username: 'guest', password: 'let-me-in-please' },
    });
    assert.equal(end.status, 'succeeded', JSON.stringify(end.error));
    const { staging, copied_at, last_publish_date, revert } = await state();
    assert.ok(staging && copied_at);
    stage = staging;
    assert.deepEqual([last_publish_date, revert], [null, null]);
    assert.deepEqual(
      [stage.fqdn, stage.isStage, stage.status, stage.parent_id, stage.task_id],
      [`staging.${live.fqdn}`, true, 'ready', live.site_id, null],
    );
    const parent = (await mine.client.get<Site>(`/site/id/${live.site_id}`)).body;
    assert.deepEqual(
      [parent.staging?.site_id, parent.staging?.fqdn, parent.status, parent.task_id],
      [stage.site_id, stage.fqdn, 'ready', null],
    );
    assert.equal((await mine.client.get('/site/summary')).body['siteCount'], 1);

    const id = stage.site_id ?? '';
    assert.equal(await wp(id, 'option', 'get', 'siteurl'), url.replace('//', '//staging.'));
    assert.equal(await readSiteFile(server, id, PAGE), 'first');
    assert.equal((await visit(server, stage.fqdn)).status, 401);
    const authorization = `Basic ${Buffer.from('guest:let-me-in-please').toString('base64')}`;
    const answer = await visit(server, stage.fqdn, '/', { authorization });
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.text, new RegExp(`//${live.fqdn}`));
    assert.equal((await visit(server, live.fqdn)).status, 200);

    const again = await mine.client.post('/site/staging', { site_id: live.site_id });
    assert.deepEqual([again.status, again.body['code']], [409, 'STAGING_EXISTS']);
    const ofStage = await mine.client.post('/site/staging', { site_id: id });
    assert.equal(ofStage.status, 404);
  });

  test('the difference names files and tables, and rows that only the live site has', async () => {
    const id = stage.site_id ?? '';
    assert.deepEqual((await difference()).newer, []);
    assert.deepEqual(
      Object.values((await difference()).files).map(({ count }) => count),
      [0, 0, 0],
    );
    assert.deepEqual((await difference()).content, { groups: [], unseen: [], since_copy: true });
    await writeSiteFile(server.dataDir, id, PAGE, 'other');
    await writeSiteFile(server.dataDir, id, 'wp-content/new.txt', 'new');
    await writeSiteFile(server.dataDir, live.site_id, 'wp-content/old.txt', 'gone');
    await comment(live.site_id, 'From a visitor');
    await wp(live.site_id, 'post', 'update', '1', '--post_title=Live moved on');
    await wp(id, 'post', 'update', '2', '--post_title=Staged too', '--post_content=One\nTwo');
    await wp(live.site_id, 'post', 'update', '2', '--post_excerpt=On live');
    // A title of a megabyte, with markup and characters that turn and hide what is beside them.
    const added = await wp(
      id,
      'eval',
      `$id = wp_insert_post(array('post_title' => json_decode('"<b>Sale</b>\\u202e now\\u0007 x"'), 'post_status' => 'draft'));
      $GLOBALS['wpdb']->get_driver()->get_sqlite_pdo()->exec("UPDATE wp_posts SET post_title = post_title || '" . str_repeat('x', 1048576) . "' WHERE ID = $id");
      echo $id;`,
    );
    await wp(id, 'option', 'update', 'blogname', 'Staged');
    await wp(id, 'option', 'update', 'mailserver_pass', 'very-secret');
    await wp(id, 'user', 'create', 'editor', 'editor@example.com', '--role=editor', '--user_pass=very-secret');
    await wp(
      id,
      'eval',
      `$db = $GLOBALS['wpdb']; $db->query('CREATE TABLE wp_plain (a int, b text)'); $db->query("INSERT INTO wp_plain VALUES (1, 'x'), (1, 'x')");`,
    );
    const { files, tables, newer, content } = await difference();
    const found = (kind: string) => {
      const group = content?.groups.find((one) => one.kind === kind);
      const items = group?.items.map(({ key, change, title: shown, by, parts }) => [
        key,
        change,
        shown.slice(0, 20),
        by,
        parts,
      ]);
      return group && [group.added, group.changed, group.removed, items];
    };
    assert.deepEqual(found('posts'), [
      1,
      1,
      0,
      [
        [added, 'added', '<b>Sale</b>  now  xxx'.slice(0, 20), 'staging', []],
        ['1', 'changed', 'Hello world!', 'live', ['title']],
      ],
    ]);
    assert.deepEqual(found('pages'), [
      0,
      1,
      0,
      [['2', 'changed', 'Staged too', 'both', ['title', 'content', 'excerpt']]],
    ]);
    const options = content?.groups.find(({ kind }) => kind === 'options')?.items ?? [];
    const option = (name: string) => options.find(({ key }) => key === name);
    const { live_value, staging_value } = option('blogname') ?? {};
    assert.deepEqual([live_value, staging_value], [await blogname(live.site_id), 'Staged']);
    assert.deepEqual([option('mailserver_pass')?.change, option('mailserver_pass')?.staging_value], ['changed', null]);
    const [user] = content?.groups.find(({ kind }) => kind === 'users')?.items ?? [];
    assert.deepEqual([user?.title, user?.staging_value, user?.change], ['editor', 'editor', 'added']);
    const plain = content?.groups.find(({ table }) => table === 'wp_plain');
    assert.deepEqual([plain?.added, plain?.columns], [2, '']);
    assert.doesNotMatch(JSON.stringify(content), /very-secret|\$P\$|\$wp\$|\u202e/);
    assert.ok(JSON.stringify(content).length < 256 * 1024);
    const text = await mine.client.get<DifferenceText>(`/site/${id}/staging/difference/text?post=2`);
    assert.equal(text.body.staging?.text, 'Staged too\n\nOne\nTwo');
    assert.match(text.body.live?.text ?? '', /^Sample Page\n\nOn live/);
    const file = await mine.client.get<DifferenceText>(`/site/${id}/staging/difference/text?path=${PAGE}`);
    assert.deepEqual([file.body.live?.text, file.body.staging?.text], ['first', 'other']);
    assert.equal((await mine.client.get(`/site/${id}/staging/difference/text?post=2&path=${PAGE}`)).status, 422);
    assert.deepEqual(
      [files.added.paths, files.changed.paths, files.removed.paths, files.changed.bytes],
      [['wp-content/new.txt'], [PAGE], ['wp-content/old.txt'], 5],
    );
    assert.deepEqual(newer, [
      { kind: 'posts', rows: 2 },
      { kind: 'comments', rows: 1 },
    ]);
    const counts = tables.find(({ table }) => table === 'wp_comments');
    assert.equal((counts?.live ?? 0) - (counts?.staging ?? 0), 1);
  });

  test('publishing files alone is the default, makes a backup, and is reverted', async () => {
    await wp(stage.site_id ?? '', 'option', 'update', 'blogname', 'Staged');
    const before = await blogname(live.site_id);
    await task('/site/staging/publish', {});
    assert.equal(await readSiteFile(server, live.site_id, PAGE), 'other');
    await assert.rejects(readSiteFile(server, live.site_id, 'wp-content/old.txt'));
    assert.deepEqual([await blogname(live.site_id), (await comments(live.site_id)).length], [before, 1]);
    const { last_publish_date, revert } = await state();
    assert.ok(last_publish_date);
    const [safety] = await backupsOf(mine.client, live.site_id);
    assert.deepEqual([safety?.type, safety?.name], ['system_generated', 'Before publishing staging']);
    assert.deepEqual(revert, { backup_id: safety?.id, files: true, database: false });

    await comment(live.site_id, 'After the publish');
    await task('/site/staging/revert', {});
    assert.equal(await readSiteFile(server, live.site_id, PAGE), 'first');
    assert.equal(await readSiteFile(server, live.site_id, 'wp-content/old.txt'), 'gone');
    assert.equal((await comments(live.site_id)).length, 2);
    assert.equal((await state()).revert, null);
    const none = await mine.client.post('/site/staging/revert', { site_id: stage.site_id });
    assert.equal(none.body['code'], 'NOTHING_TO_REVERT');
  });

  test('publishing the database keeps the chosen tables of the live site, and its address', async () => {
    const id = stage.site_id ?? '';
    await wp(id, 'post', 'create', '--post_title=Sale', '--post_status=publish');
    const url = await wp(live.site_id, 'option', 'get', 'siteurl');
    await task('/site/staging/publish', { publish_db_files: true, keep_tables: ['comments'] });
    assert.equal(await blogname(live.site_id), 'Staged');
    const published = (await mine.client.get<Published>(`/site/${id}/staging/published`)).body;
    assert.deepEqual(published.difference?.keep, ['comments']);
    const changed = published.difference?.content?.groups.find(({ kind }) => kind === 'options');
    assert.ok(changed?.items.some(({ key, staging_value }) => key === 'blogname' && staging_value === 'Staged'));
    assert.equal(await wp(live.site_id, 'option', 'get', 'siteurl'), url);
    assert.match(await wp(live.site_id, 'post', 'list', '--field=post_title', '--post_status=publish'), /Sale/);
    assert.deepEqual(await comments(live.site_id), ['From a visitor', 'After the publish']);
    assert.equal(await readSiteFile(server, live.site_id, PAGE), 'first');
    await comment(live.site_id, 'Still writable');
    const answer = await visit(server, live.fqdn);
    assert.match(answer.text, /<title>Staged<\/title>/);
    assert.doesNotMatch(answer.text, /staging\./);
    assert.deepEqual((await difference()).newer.find(({ kind }) => kind === 'comments')?.rows, 3);
  });

  test('orders and form entries of the live site are kept unless the publish says otherwise; what only staging has stays', async () => {
    const id = stage.site_id ?? '';
    const query = (siteId: string, sql: string) =>
      wp(siteId, 'eval', `echo (int) $GLOBALS['wpdb']->get_var("${sql}");`);
    const make = 'CREATE TABLE wp_wc_orders (id int, date_created_gmt datetime)';
    const insert = (order: number) => `INSERT INTO wp_wc_orders VALUES (${order}, '2020-01-01 00:00:00')`;
    for (const [siteId, order] of [[live.site_id, 1] as const, [id, 2] as const])
      for (const sql of [make, insert(order)]) await query(siteId, sql);
    for (const sql of ['CREATE TABLE wp_gf_entry (id int)', 'INSERT INTO wp_gf_entry VALUES (7)']) await query(id, sql);
    assert.deepEqual((await difference()).keeps, ['orders']);
    const order = () => query(live.site_id, 'SELECT id FROM wp_wc_orders');
    await task('/site/staging/publish', { publish_db_files: true });
    assert.deepEqual([await order(), await query(live.site_id, 'SELECT id FROM wp_gf_entry')], ['1', '7']);
    await task('/site/staging/publish', { publish_db_files: true, keep_tables: [] });
    assert.equal(await order(), '2');
  });

  test('a new copy of the live site replaces the content of staging, after a backup of it', async () => {
    const id = stage.site_id ?? '';
    await wp(live.site_id, 'option', 'update', 'blogname', 'Live now');
    // A comment of the very second of the copy counts as newer, so that none is lost.
    const ids = (await wp(live.site_id, 'comment', 'list', '--format=ids')).split(' ');
    await wp(live.site_id, 'comment', 'update', ...ids, '--comment_date=2020-01-01 00:00:00');
    await task('/backup/restore/live-to/staging', {});
    assert.deepEqual([await blogname(id), await readSiteFile(server, id, PAGE)], ['Live now', 'first']);
    assert.equal(await wp(id, 'option', 'get', 'siteurl'), stage.url);
    assert.deepEqual(
      (await backupsOf(mine.client, id)).map(({ name }) => name),
      ['Before copying the live site'],
    );
    const { files, newer } = await difference();
    assert.deepEqual([newer, Object.values(files).map(({ count }) => count)], [[], [0, 0, 0]]);
  });

  test('files and database are published together', async () => {
    const id = stage.site_id ?? '';
    await wp(id, 'option', 'update', 'blogname', 'Everything');
    await writeSiteFile(server.dataDir, id, PAGE, 'third');
    await task('/site/staging/publish', { publish_files: true, publish_db_files: true });
    assert.deepEqual(
      [await blogname(live.site_id), await readSiteFile(server, live.site_id, PAGE)],
      ['Everything', 'third'],
    );
    await task('/site/staging/revert', {});
    assert.deepEqual(
      [await blogname(live.site_id), await readSiteFile(server, live.site_id, PAGE)],
      ['Live now', 'first'],
    );
  });

  test('while a publish runs, neither site can be changed; the second publish names the running task', async () => {
    const stageId = stage.site_id ?? '';
    const started = await mine.client.post('/site/staging/publish', { site_id: stageId });
    assert.equal(started.status, 200, started.text);
    const refusals = await Promise.all([
      mine.client.post('/site/staging/publish', { site_id: stageId }),
      mine.client.post('/backup/restore/live-to/staging', { site_id: stageId }),
      mine.client.post('/backup', { site_fqdn: live.fqdn }),
      mine.client.post(`/site/${stageId}/cache/clear`, {}),
      mine.client.delete(`/site/delete/${stageId}`),
      mine.client.delete(`/site/delete/${live.site_id}`),
    ]);
    for (const { status, body } of refusals)
      assert.deepEqual([status, body['code'], body['task_id']], [409, 'TASK_RUNNING', started.body['task_id']]);
    assert.equal((await ended(mine.client, started.body['task_id'])).status, 'succeeded');
  });

  test('a live site with a staging environment keeps its name', async () => {
    const renamed = await mine.client.put(`/site/${live.fqdn}/by-fqdn`, { new_fqdn: mine.fqdn('other') });
    assert.deepEqual([renamed.status, renamed.body['code']], [409, 'STAGING_EXISTS']);
  });

  test('it goes to the bin with its live site, comes back with it, and is deleted with it for good', async () => {
    const id = stage.site_id ?? '';
    const run = async (answer: { status: number; text: string; body: Record<string, unknown> }) => {
      assert.equal(answer.status, 200, answer.text);
      const end = await ended(mine.client, answer.body['task_id']);
      assert.equal(end.status, 'succeeded', JSON.stringify(end.error));
    };
    await run(await mine.client.delete(`/site/delete/${live.site_id}`));
    assert.equal((await mine.client.get(`/site/id/${id}`)).status, 404);
    assert.equal((await visit(server, stage.fqdn)).status, 421);
    const bin = await mine.client.get<Page<{ site_id: string }>>('/site/bin');
    assert.deepEqual(
      bin.body.pageElements.map(({ site_id }) => site_id),
      [live.site_id],
    );
    await run(await mine.client.post('/site/bin/restore', { site_id: live.site_id }));
    assert.deepEqual([(await state()).staging?.status, (await visit(server, stage.fqdn)).status], ['ready', 401]);

    await run(await mine.client.delete(`/site/delete/${live.site_id}`));
    await run(await mine.client.delete(`/site/bin/${live.site_id}`));
    assert.equal((await server.app.hosting.usage(id)).files, 0);
  });

  test('deleting staging alone deletes it for good, and there can be another', async () => {
    const other = await readySite(mine, 'second');
    const create = () => finished(mine.client, '/site/staging', { site_id: other.site_id });
    const made = await create();
    assert.equal(made.status, 'succeeded', JSON.stringify(made.error));
    const deleted = await mine.client.delete(`/site/delete/${made.site_id}`);
    assert.equal((await ended(mine.client, deleted.body['task_id'])).status, 'succeeded');
    assert.equal((await server.app.hosting.usage(made.site_id ?? '')).files, 0);
    assert.equal((await create()).status, 'succeeded');
  });
});
