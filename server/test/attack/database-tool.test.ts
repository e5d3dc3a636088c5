import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { findAdminer } from '../../src/hosting/runtime/find-adminer.ts';
import type { Answer, Ask } from '../edge/edge-support.ts';
import { ONE_PHP, onEveryRuntime, type Target } from './attack-support.ts';

const PATH = '/.panel/database/';
const SECRET = 's'.repeat(43);
const COOKIE = `panel_database=${SECRET}`;
const skip = (await findAdminer()) === null && 'Adminer is not installed';

/** Every request with the secret belongs to a session, as if the panel had opened one. */
const database = {
  enter: async () => null,
  session: async (_siteId: string, secret: string) => (secret === SECRET ? `db-${'0'.repeat(32)}` : null),
};

onEveryRuntime(
  'the database tool of a hostile site',
  (target) => {
    const use = (query: string, ask: Ask = {}): Promise<Answer> =>
      target().bench.ask(`${target().hostile.fqdn}:8099`, {
        ...ask,
        path: PATH + query,
        headers: { accept: '*/*', cookie: COOKIE, ...ask.headers },
      });
    const post = (query: string, fields: Record<string, string>) =>
      use(query, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    /** What Adminer shows after some SQL. */
    const sql = async (query: string): Promise<string> => {
      const token = /name="token" value="([^"]+)"/.exec((await use('?sql=')).body)?.[1];
      assert.ok(token, 'the form has a token');
      const { status, body } = await post('?sql=', { query, token });
      assert.equal(status, 200, body);
      return body;
    };
    const folderOf = ({ host, hostile }: Target) => siteFolder(host.config.dataDir, hostile.siteId);

    test('shows the database of the site and answers queries', { skip }, async () => {
      const { status, body } = await use('');
      assert.equal(status, 200, body);
      assert.match(body, /wp_posts/);
      assert.match(await sql("SELECT 'a' || 'b' || count(*) AS found FROM wp_options"), /ab\d+/);
      assert.doesNotMatch(body, /auth\[driver\]/, 'there is no form to sign in');
    });

    test('opens no other file', { skip }, async () => {
      const { live } = folderOf(target());
      const inside = target().runtime === 'native-off' ? live : '/site/live';
      const neighbour = siteFolder(target().host.config.dataDir, target().neighbour.siteId).database;
      for (const file of [`${inside}/wp-config.php`, `${inside}/public/shell.php`, '/etc/passwd', neighbour]) {
        const attached = await sql(`ATTACH '${file}' AS other; CREATE TABLE other.shell (code)`);
        assert.match(attached, /class='error'/, file);
        // Adminer knows ATTACH, and not what else opens a file.
        assert.match(
          await sql(`VACUUM INTO '${file}'`),
          /class='error'>[^<]*(authorization denied|unable to open database)/,
          file,
        );
        const chosen = await use(`?sqlite=&username=&db=${encodeURIComponent(file)}`);
        assert.match(chosen.body, /wp_posts/, 'the database of the site, whatever the address says');
      }
      await assert.rejects(access(path.join(live, 'public', 'shell.php')));
      assert.match(await sql("SELECT load_extension('/tmp/x.so')"), /class='error'/);
      const created = await post('?database=', { name: 'public/shell.db', token: '1' });
      assert.match(created.body, /wp_posts/);
      const imported = await post('?import=', { webfile: '1' });
      assert.doesNotMatch(imported.body, /Executed|OK, \d+ row/);
    });

    test('connects to no other server', { skip }, async () => {
      for (const [driver, server] of [
        ['server', '127.0.0.1:3306'],
        ['pgsql', '10.0.0.1'],
        ['elastic', '127.0.0.1:9200'],
      ] as const) {
        const asked = await use(`?${driver}=${server}&username=root&db=mysql`);
        assert.match(asked.body, /wp_posts/, driver);
        const auth = { driver, server, username: 'root', password: 'x', db: 'mysql' };
        const fields = Object.entries(auth).map(([name, value]) => [`auth[${name}]`, value]);
        const signedIn = await post('', Object.fromEntries(fields));
        assert.match(signedIn.body, /wp_posts/, driver);
      }
    });

    test(
      'is out of reach without a session, and its cookie and header are no business of the site',
      { skip },
      async () => {
        for (const cookie of ['', 'panel_database=x', `panel_database=${'t'.repeat(43)}`]) {
          const refused = await use('', { headers: { cookie, 'x-panel-database': `db-${'0'.repeat(32)}` } });
          assert.deepEqual([refused.status, refused.body.includes('wp_posts')], [404, false], cookie);
        }
        for (const path of ['/.panel/database', '/%2epanel/database/', '/.panel/database/index.php']) {
          const asked = await target().bench.ask(`${target().hostile.fqdn}:8099`, {
            path,
            headers: { cookie: COOKIE },
          });
          assert.equal(asked.status, 404, path);
        }
        const seen = await target().run('echo json_encode($_SERVER + $_COOKIE);', {
          headers: { cookie: `${COOKIE}; mine=1`, 'x-panel-database': `db-${'0'.repeat(32)}` },
        });
        assert.match(seen.body, /mine/);
        assert.doesNotMatch(seen.body, /panel_database|x-panel-database/i);
      },
    );

    test('leaves nothing beside the database', { skip }, async () => {
      const { live } = folderOf(target());
      // The first two are those of WordPress's SQLite integration.
      assert.deepEqual((await readdir(path.join(live, 'data'))).sort(), ['.htaccess', 'index.php', 'wordpress.sqlite']);
      assert.doesNotMatch((await readFile(path.join(live, 'wp-config.php'))).toString(), /shell/);
    });
  },
  { database, only: ONE_PHP },
);
