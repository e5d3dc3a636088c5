import type { Notification, Page, Site, TableCount } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { countReplacements, replaceText } from '../../src/modules/site-tool/search-replace.ts';
import { NEVER_MS, until } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { backupsOf } from '../backup/backup-support.ts';
import { ended, tenant } from '../site/site-support.ts';
import { openWordPress, type WordPress } from './site-tool-support.ts';

const missing = await nativePhpMissing();

describe('search and replace in a WordPress', { skip: missing ?? false }, () => {
  let wordpress: WordPress;
  before(async () => void (wordpress = await openWordPress()));
  after(() => wordpress.server.stop());

  const send = (search: string, replace: string, more: Record<string, unknown> = {}) =>
    wordpress.own.client.post('/site/search/replace', { fqdn: wordpress.site.fqdn, search, replace, ...more });
  const counts = async (search: string, replace = 'other'): Promise<TableCount[]> => {
    const answer = await send(search, replace, { isDryRun: true });
    assert.equal(answer.status, 200, answer.text);
    return answer.body['tables'] as TableCount[];
  };

  test('a dry run counts per table and changes nothing', async () => {
    await wordpress.wp('option', 'update', 'blogdescription', 'Fresh bread daily');
    await wordpress.wp(
      'post',
      'create',
      '--post_title=Fresh bread',
      '--post_content=Fresh bread',
      '--post_status=publish',
    );
    assert.deepEqual(await counts('Fresh bread'), [
      { table: 'wp_options', replacements: 1 },
      { table: 'wp_posts', replacements: 2 },
    ]);
    assert.equal(await wordpress.wp('option', 'get', 'blogdescription'), 'Fresh bread daily');
    assert.deepEqual(await counts('A text that is nowhere'), []);
  });

  test('a live run is a task that backs up the site, replaces, logs its counts, clears the cache and checks the site', async () => {
    await wordpress.wp('option', 'update', 'blogdescription', 'Old words');
    await wordpress.wp('transient', 'set', 'kept', 'value', '3600');
    const task = await wordpress.done(await send('Old words', 'New words', { isClearCache: true }));
    assert.deepEqual(
      task.steps.map(({ name, state }) => `${name} ${state}`),
      ['pack done', 'store done', 'verify done', 'prune done', 'replace done', 'cache done', 'answer done'],
    );
    const [safety] = await backupsOf(wordpress.own.client, wordpress.site.site_id);
    assert.deepEqual(
      [safety?.type, safety?.name, safety?.status],
      ['system_generated', 'Before replacing text', 'succeeded'],
    );
    const log = task.log.map(({ text }) => text).join('\n');
    assert.match(log, /wp_options: 1 replacement\n/);
    assert.match(log, /1 replacement in 1 table/);
    assert.doesNotMatch(log, /Old words|New words/, 'what was replaced stays out of the log');
    assert.equal(await wordpress.wp('option', 'get', 'blogdescription'), 'New words');
    assert.equal(await wordpress.wp('eval', 'var_dump(get_transient("kept"));'), 'bool(false)');
    const { body } = await wordpress.own.client.get<Site>(`/site/id/${wordpress.site.site_id}`);
    assert.deepEqual([body.status, body.task_id], ['ready', null]);
    const bell = await wordpress.own.client.get<Page<Notification>>('/notification');
    assert.ok(bell.body.pageElements.some(({ type }) => type === 'site_tool'));
  });

  test('serialized data stays valid when the length of a text changes', async () => {
    const value = {
      where: 'https://old.example/shop',
      list: ['https://old.example', 7],
      nested: { deep: 'see https://old.example' },
    };
    await wordpress.wp('option', 'update', 'serialized', JSON.stringify(value), '--format=json');
    assert.match(
      await wordpress.wp(
        'eval',
        'global $wpdb; echo $wpdb->get_var("SELECT option_value FROM $wpdb->options WHERE option_name = \'serialized\'");',
      ),
      /^a:3:\{/,
    );
    await wordpress.done(await send('https://old.example', 'https://a-much-longer-name.example'));
    const text = await wordpress.wp('option', 'get', 'serialized', '--format=json');
    assert.deepEqual(
      JSON.parse(text),
      JSON.parse(JSON.stringify(value).replaceAll('https://old.example', 'https://a-much-longer-name.example')),
    );
  });

  test('texts that look like options, quotes, code and line breaks are texts', async () => {
    for (const text of ['--dry-run', '--all-tables', '-q-q', 'it\'s "$wpdb" `id`; \\1 $0', 'one\ntwo', 'ü→🍞']) {
      await wordpress.wp('eval', `update_option('odd', ${phpString(`<${text}>`)});`);
      assert.deepEqual(await counts(text), [{ table: 'wp_options', replacements: 1 }], text);
      await wordpress.done(await send(text, `--quiet ${text}!`));
      assert.equal(await wordpress.wp('eval', "echo get_option('odd');"), `<--quiet ${text}!>`);
      await wordpress.done(await send(`<--quiet ${text}!>`, ''));
      assert.equal(
        await wordpress.wp('eval', "var_dump(get_option('odd'));"),
        'string(0) ""',
        'an empty replacement deletes',
      );
    }
  });

  test('a repeated run of the same task replaces once', async () => {
    const { hosting } = wordpress.server.app;
    await wordpress.wp('option', 'update', 'blogdescription', 'zq');
    // Letters that no random name of a test has: a run that would change the address is refused.
    const replacement = { search: 'zq', replace: 'zqzq', run: randomUUID() };
    const signal = AbortSignal.timeout(NEVER_MS);
    const first = await replaceText(hosting, wordpress.site.site_id, replacement, signal);
    const second = await replaceText(hosting, wordpress.site.site_id, replacement, signal);
    assert.deepEqual(second, first);
    assert.equal(await wordpress.wp('option', 'get', 'blogdescription'), 'zqzq');
    await replaceText(hosting, wordpress.site.site_id, { search: 'zqzq', replace: 'zq', run: randomUUID() }, signal);
  });

  test('a run that is killed half-way replaces nothing', async () => {
    const { hosting } = wordpress.server.app;
    const rows = 'for ($i = 0; $i < 4000; $i++) add_post_meta(1, "half", "half-way " . $i);';
    await wordpress.wp('eval', rows);
    const journal = `global $wpdb; echo (int) $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_value LIKE 'half-way%'");`;
    const stop = new AbortController();
    const run = replaceText(
      hosting,
      wordpress.site.site_id,
      { search: 'half-way', replace: 'done', run: randomUUID() },
      stop.signal,
    );
    // The write-ahead copy of the changed pages shows that the transaction has changed something.
    const file = `${wordpress.server.dataDir}/sites/${wordpress.site.site_id}/live/data/wordpress.sqlite-journal`;
    await until('the transaction has begun', async () => existsSync(file));
    stop.abort();
    await assert.rejects(run, HostingError);
    assert.equal(await wordpress.wp('eval', journal), '4000');
    assert.deepEqual(await countReplacements(hosting, wordpress.site.site_id, { search: 'half-way', replace: 'x' }), {
      tables: [{ table: 'wp_postmeta', replacements: 4000 }],
      others: 0,
    });
  });

  test('what would take the address or theme from the site is refused, and nothing is replaced', async () => {
    const home = await wordpress.wp('option', 'get', 'home');
    await wordpress.wp('option', 'update', 'blogdescription', `Visit ${home}`);
    for (const text of [wordpress.site.fqdn, await wordpress.wp('option', 'get', 'template')]) {
      const started = await send(text, 'gone');
      const task = await ended(wordpress.own.client, started.body['task_id']);
      assert.equal(task.status, 'failed', text);
      assert.match(task.error?.message ?? '', /^Nothing was replaced: /);
    }
    assert.equal(await wordpress.wp('option', 'get', 'home'), home);
    assert.equal(await wordpress.wp('option', 'get', 'blogdescription'), `Visit ${home}`);
    const { body } = await wordpress.own.client.get<Site>(`/site/id/${wordpress.site.site_id}`);
    assert.equal(body.status, 'ready');
  });

  test('one change of a site at a time, and only by those whose site it is', async () => {
    const [first, second] = await Promise.all([send('nowhere-1', 'x'), send('nowhere-2', 'x')]);
    const [won, lost] = first.status === 200 ? [first, second] : [second, first];
    assert.deepEqual(
      [lost.status, lost.body['code'], lost.body['task_id']],
      [409, 'TASK_RUNNING', won.body['task_id']],
    );
    await wordpress.done(won);
    const stranger = await tenant(wordpress.server);
    const theirs = { fqdn: wordpress.site.fqdn, search: 'a', replace: 'b' };
    assert.equal((await stranger.client.post('/site/search/replace', theirs)).status, 404);
    assert.equal((await stranger.client.post('/site/search/replace', { ...theirs, isDryRun: true })).status, 404);
    assert.equal((await send('a', 'b', { partner_domain: 'other.example' })).body['code'], 'TENANT_MISMATCH');
    assert.equal((await send('same', 'same')).body['code'], 'VALIDATION');
    assert.equal((await send('', 'x')).body['code'], 'VALIDATION');
  });
});

/** A text as PHP source. */
const phpString = (text: string): string => `base64_decode('${Buffer.from(text).toString('base64')}')`;
