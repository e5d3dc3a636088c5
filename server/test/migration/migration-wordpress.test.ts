import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { visit } from '../site/site-support.ts';
import { moved, requested, shown, world } from './migration-support.ts';
import { openOldHost, openSecureHost } from './old-host.ts';

const missing = await nativePhpMissing();
/** PHP does not depend on the database, so this runs once. */
const twice = process.env['TEST_DATABASE_URL'] ? 'runs on the embedded database' : null;
const DUMP = path.join(import.meta.dirname, '../import/dumps/wp-db-export.sql');

describe('the migration of a real WordPress', { skip: missing ?? twice ?? false }, () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({
      env: { EGRESS_ALLOW: '127.0.0.1' },
      hosting: async (dataDir) => {
        const config = hostingConfigFromEnv({ PHP_RUNTIME: 'native' }, dataDir);
        return createLocalDriver({ config, runtime: await prepareRuntime(config) });
      },
    });
  });
  after(() => server.stop());

  test(
    'a sharing link becomes a copy, compared page by page, that moves to its address',
    { timeout: 170_000 },
    async () => {
      const zip = zipOf([
        { name: 'backup/wp-content/themes/mine/style.css', content: '/* Theme Name: Mine */' },
        { name: 'backup/wp-content/themes/mine/index.php', content: '<?php the_post(); the_content();' },
        { name: 'backup/db.sql', content: await readFile(DUMP) },
      ]);
      const archive = await openSecureHost((_req, res) => void res.end(zip));
      const asked: string[] = [];
      const old = await openOldHost((req, res) => {
        asked.push(req.url ?? '');
        if (req.url !== '/') return void res.writeHead(404, { 'content-type': 'text/html' }).end('<title>Lost</title>');
        res.setHeader('content-type', 'text/html').end('<title>Another title</title>');
      });
      const { client, staff, fqdn } = await world(server);
      const sharingLink = `${archive.url}/backup.zip?key=1`;
      const mine = await requested(client, { type: 'host', fqdn: fqdn('bakery'), sharingLink, source_url: old.url });
      assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
      const copy = await until(
        'the copy',
        async () => {
          const now = await shown(client, mine.id);
          return now.status === 'inprogress' ? null : now;
        },
        120_000,
      );
      assert.equal(copy.status, 'completed', copy.error ?? '');
      const pages = copy.rehearsal?.pages ?? [];
      assert.equal(pages[0]?.path, '/');
      assert.ok(pages.length > 1, 'posts are compared as well');
      assert.deepEqual(
        asked,
        pages.map(({ path: target }) => target),
      );
      assert.equal(pages[0]?.difference, 'The titles differ.');
      for (const { copy: here, difference } of pages.slice(1)) {
        assert.equal(here?.status, 200);
        assert.equal(difference, 'The copy answers 200, the original 404.');
      }
      assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
      await until('the site at its address', async () => (await shown(client, mine.id)).status === 'ready', 60_000);
      const { status, text } = await visit(server, fqdn('bakery'));
      assert.equal(status, 200);
      assert.ok(!text.includes('copy-'), 'no link leads to the address of the copy');
      await Promise.all([archive.close(), old.close()]);
    },
  );
});
