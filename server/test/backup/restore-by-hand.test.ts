// RESTORE.md of a backup, followed with programs that are not ours.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { until } from '../../src/testing/index.ts';
import { nativePhpMissing, openHost, progress, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { mariadbMissing, startMariadb, type TestMariadb } from '../hosting/mariadb-support.ts';

const run = promisify(execFile);
const noClient = await access('/usr/bin/mariadb').then(
  () => null,
  () => 'mariadb-client-core is not installed',
);
const missing = (await nativePhpMissing()) ?? (await mariadbMissing()) ?? noClient;
const TITLE = 'Ada’s “Bäckerei” \\ 写真 🥐';

describe('a backup restored without the panel', { skip: missing ?? false }, () => {
  let mariadb: TestMariadb;
  let folder: string;
  before(async () => {
    mariadb = await startMariadb();
    folder = await mkdtemp(path.join(tmpdir(), 'panel-by-hand-'));
  });
  after(async () => {
    await mariadb?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Unpacks an archive. @returns its guide */
  const unpacked = async (host: Host, siteId: string, into: string): Promise<string> => {
    const archive = path.join(folder, `${siteId}.tar.gz`);
    await host.driver.snapshot(siteId, archive);
    await mkdir(into);
    await run('tar', ['-xzf', archive, '-C', into]);
    return readFile(path.join(into, 'RESTORE.md'), 'utf8');
  };

  for (const engine of ['sqlite', 'mariadb'] as const)
    test(`a WordPress on ${engine} answers from stock WordPress and MariaDB, and the archive still restores here`, async () => {
      const host = await openHost('native', engine === 'mariadb' ? { databaseUrl: mariadb.tcpUrl } : {});
      try {
        const spec = siteSpec(`by-hand-${engine}`);
        await host.driver.create(spec, progress());
        const wp = async (...args: string[]) => {
          const { code, stdout, stderr } = await host.driver.exec(spec.siteId, args);
          assert.equal(code, 0, stderr);
          return stdout.trim();
        };
        await wp('option', 'update', 'blogname', TITLE);
        await wp(
          'post',
          'create',
          '--post_title=By hand',
          '--post_content=It\'s "here"; \\ -- $HOME',
          '--post_status=publish',
        );
        const place = path.join(folder, engine);
        const guide = await unpacked(host, spec.siteId, place);
        const { wordpress } = host.runtime;
        assert.ok(guide.includes(`https://wordpress.org/wordpress-${wordpress.version}.tar.gz`), guide);
        await cp(wordpress.core, path.join(place, 'wordpress'), { recursive: true });
        // What the panel adds to the release.
        for (const own of ['wp-content/db.php', 'wp-sqlite'])
          await rm(path.join(place, 'wordpress', own), { recursive: true });
        const name = `hand_${engine}`;
        await mariadb.query(`CREATE DATABASE ${name}`);
        await mariadb.query(`CREATE USER ${name}@'%' IDENTIFIED BY 'a p$word'`);
        await mariadb.query(`GRANT ALL ON ${name}.* TO ${name}@'%'`);
        const port = await freePort();
        const env = {
          ...process.env,
          ...{ DB_HOST: '127.0.0.1', DB_PORT: new URL(mariadb.tcpUrl).port, DB_NAME: name, DB_USER: name },
          ...{ DB_PASSWORD: 'a p$word', SITE_URL: `http://127.0.0.1:${port}` },
        };
        const steps = /```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? assert.fail(guide);
        await run('sh', ['-eu', '-c', steps], { cwd: place, env });
        const web = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', 'wordpress'], { cwd: place, stdio: 'ignore' });
        try {
          const home = await until('the site answers', async () =>
            fetch(`http://127.0.0.1:${port}/`).then(
              async (answer) => ({ status: answer.status, text: await answer.text() }),
              () => null,
            ),
          );
          assert.equal(home.status, 200, home.text.slice(0, 500));
          assert.match(home.text, /<title>Ada’s “Bäckerei” \\ 写真 🥐/);
          assert.match(home.text, /By hand/);
          const posts = await (await fetch(`http://127.0.0.1:${port}/?rest_route=/wp/v2/posts&search=hand`)).text();
          assert.match(posts, /\$HOME/);
        } finally {
          web.kill('SIGKILL');
        }
        await wp('option', 'update', 'blogname', 'Changed');
        await host.driver.restore(spec.siteId, path.join(folder, `${spec.siteId}.tar.gz`));
        assert.equal(await wp('option', 'get', 'blogname'), TITLE);
        const live = path.join(host.config.dataDir, 'sites', spec.siteId, 'live');
        await assert.rejects(access(path.join(live, 'database.sql')));
        await assert.rejects(access(path.join(live, 'RESTORE.md')));
      } finally {
        await host.close();
      }
    });

  test('the guide of a static site says where its files are', async () => {
    const host = await openHost('native');
    try {
      const spec = siteSpec('by-hand-static', { kind: 'static' });
      await host.driver.create(spec, progress());
      assert.match(await unpacked(host, spec.siteId, path.join(folder, 'static')), /folder `public`/);
    } finally {
      await host.close();
    }
  });
});
