import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findAdminer } from '../../src/hosting/runtime/find-adminer.ts';
import { openEdge, edgeSite, type Answer, type EdgeBench } from '../edge/edge-support.ts';
import { nativePhpMissing, openHost, progress, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { mariadbMissing, startMariadb, type TestMariadb } from '../hosting/mariadb-support.ts';

const missing =
  (await nativePhpMissing()) ??
  (await mariadbMissing()) ??
  ((await findAdminer()) === null ? 'Adminer is not installed' : null);
const SECRET = 's'.repeat(43);

describe('the database tool of a site on MariaDB', { skip: missing ?? false }, () => {
  let mariadb: TestMariadb;
  let host: Host;
  let bench: EdgeBench;
  const [own, other] = [siteSpec('browsed'), siteSpec('victim')];
  before(async () => {
    mariadb = await startMariadb();
    host = await openHost('native', { databaseUrl: mariadb.url });
    bench = await openEdge(host.driver, {}, undefined, {
      enter: async () => null,
      session: async () => `db-${'0'.repeat(32)}`,
    });
    for (const spec of [own, other]) await host.driver.create(spec, progress());
    bench.sites.set(own.fqdn, edgeSite(own.siteId, own.fqdn));
  });
  after(async () => {
    await bench?.close();
    await host?.close();
    await mariadb?.stop();
  });

  const ask = (query: string, fields?: Record<string, string>): Promise<Answer> =>
    bench.ask(`${own.fqdn}:8099`, {
      path: `/.panel/database/${query}`,
      headers: {
        accept: '*/*',
        cookie: `panel_database=${SECRET}`,
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
    });
  const sql = async (query: string): Promise<string> => {
    const token = /name="token" value="([^"]+)"/.exec((await ask('?sql=')).body)?.[1] ?? '';
    return (await ask('?sql=', { query, token })).body;
  };
  const databaseOf = async (siteId: string) =>
    (await host.driver.exec(siteId, ['eval', 'echo DB_NAME;'])).stdout.trim();

  test('shows the tables of the site, and a changed row is in WordPress', async () => {
    const page = await ask('');
    assert.equal(page.status, 200, page.body);
    assert.match(page.body, /wp_posts/);
    assert.match(await sql("SELECT option_value FROM wp_options WHERE option_name = 'admin_email'"), /@/);
    await sql("UPDATE wp_options SET option_value = 'From the browser' WHERE option_name = 'blogname'");
    const name = await host.driver.exec(own.siteId, ['option', 'get', 'blogname']);
    assert.equal(name.stdout.trim(), 'From the browser');
  });

  test('reaches no other database, no file and no other server', async () => {
    const theirs = await databaseOf(other.siteId);
    for (const statement of [
      `SELECT * FROM ${theirs}.wp_users`,
      "SELECT 1 INTO OUTFILE '/site/live/public/shell.php'",
      "LOAD DATA LOCAL INFILE '/site/live/wp-config.php' INTO TABLE wp_options",
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE wp_options",
    ])
      assert.match(await sql(statement), /class='error'/, statement);
    for (const query of [
      `?server=&username=root&db=${theirs}`,
      '?server=10.0.0.1:3307&username=root&db=mysql',
      '?sqlite=&db=x',
    ])
      assert.match((await ask(query)).body, new RegExp(`db=${await databaseOf(own.siteId)}&`), query);
    assert.match(await sql("SELECT LOAD_FILE('/etc/passwd') IS NULL AS nothing"), /nothing/);
  });
});
