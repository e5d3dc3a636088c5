// The agent and the sandbox of a real WordPress, whose files belong to a user of its own and whose core is shared.
import type { FileList, FileText } from '@panel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chown, lstat, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { openWordPress, type WordPress } from '../site-tool/site-tool-support.ts';

const missing = await nativePhpMissing();

describe('files of a WordPress', { skip: missing ?? false }, () => {
  let wordpress: WordPress;
  before(async () => void (wordpress = await openWordPress()));
  after(() => wordpress.server.stop());

  const at = (rest = '') => `/files/${wordpress.site.site_id}${rest}`;
  const disk = (...rest: string[]) =>
    path.join(wordpress.server.dataDir, 'sites', wordpress.site.site_id, 'live/public', ...rest);
  const read = async (file: string) =>
    (await wordpress.own.client.get<FileText>(at(`/text?path=${encodeURIComponent(file)}`))).body;

  test('a file that is created and saved belongs to the site, and PHP reads and changes it', async () => {
    const file = 'wp-content/note.txt';
    const created = await wordpress.own.client.post(at(), { path: file, kind: 'file' });
    assert.equal(created.status, 200, created.text);
    const { version } = await read(file);
    const saved = await wordpress.own.client.put(at('/text'), { path: file, text: 'from the panel', version });
    assert.equal(saved.status, 200, saved.text);
    assert.equal((await lstat(disk(file))).uid, (await lstat(disk('wp-content'))).uid);
    const php = 'echo file_get_contents(WP_CONTENT_DIR . "/note.txt");';
    assert.equal(await wordpress.wp('eval', php), 'from the panel');
    await wordpress.wp('eval', 'file_put_contents(WP_CONTENT_DIR . "/note.txt", "from PHP");');
    const late = await wordpress.own.client.put(at('/text'), {
      ...{ path: file, text: 'lost?' },
      version: saved.body['version'],
    });
    assert.equal(late.status, 409, late.text);
    assert.equal((await read(file)).text, 'from PHP');
  });

  test('the shared WordPress is shown, and cannot be changed', async () => {
    const root = (await wordpress.own.client.get<FileList>(at())).body;
    assert.ok(root.entries.some(({ name, kind }) => name === 'wp-includes' && kind === 'folder'));
    const { kind, version } = await read('wp-includes/version.php');
    assert.equal(kind, 'text');
    for (const answer of [
      await wordpress.own.client.put(at('/text'), { path: 'wp-includes/version.php', text: '<?php', version }),
      await wordpress.own.client.post(at('/remove'), { path: 'wp-includes' }),
      await wordpress.own.client.post(at('/move'), { path: 'wp-includes', to: 'elsewhere' }),
      await wordpress.own.client.post(at(), { path: 'wp-includes/new.php', kind: 'file' }),
    ])
      assert.match(answer.text, /FILE_READ_ONLY/);
    assert.equal((await read('wp-includes/version.php')).version, version);
  });

  test('the configuration and the database are outside', async () => {
    for (const file of ['wp-config.php', 'data/wordpress.sqlite']) {
      const answer = await wordpress.own.client.get(at(`/text?path=${file}`));
      assert.equal(answer.status, 404, file);
    }
  });

  test('what a killed run has left beside a file is taken over', async () => {
    await wordpress.own.client.post(at(), { path: 'wp-content/killed.txt', kind: 'file' });
    const { version } = await read('wp-content/killed.txt');
    const name = `.panel-${createHash('sha256').update('killed.txt').digest('hex').slice(0, 16)}.part`;
    await writeFile(disk('wp-content', name), 'half');
    const uid = (await lstat(disk('wp-content'))).uid;
    await chown(disk('wp-content', name), uid, uid);
    const save = () => wordpress.own.client.put(at('/text'), { path: 'wp-content/killed.txt', text: 'whole', version });
    assert.match((await save()).text, /FILE_BUSY/);
    await utimes(disk('wp-content', name), new Date(0), new Date(0));
    assert.equal((await save()).status, 200);
    assert.equal(await readFile(disk('wp-content', 'killed.txt'), 'utf8'), 'whole');
  });
});
