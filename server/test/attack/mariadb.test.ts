import { limitsOfPlan } from '@panel/contract';
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { nativePhpMissing, openHost, progress, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { mariadbMissing, ROOT_PASSWORD, startMariadb, type TestMariadb } from '../hosting/mariadb-support.ts';

const missing = (await nativePhpMissing()) ?? (await mariadbMissing());
const CONNECTIONS = 4;
const SECONDS = 3;
const PLAN = { ...limitsOfPlan('FREE').site, concurrentRequests: CONNECTIONS, requestSeconds: SECONDS };

describe('a hostile site on MariaDB', { skip: missing ?? false }, () => {
  let mariadb: TestMariadb;
  let host: Host;
  let diskMb = PLAN.diskMb;
  const [attacker, victim] = [siteSpec('attacker'), siteSpec('victim')];
  before(async () => {
    mariadb = await startMariadb();
    host = await openHost('native', { databaseUrl: mariadb.url }, {}, async () => ({ ...PLAN, diskMb }));
    for (const site of [attacker, victim]) await host.driver.create(site, progress());
  });
  after(async () => {
    await host?.close();
    await mariadb?.stop();
  });

  const php = async (siteId: string, code: string): Promise<string> => {
    const { code: ended, stdout, stderr } = await host.driver.exec(siteId, ['eval', code]);
    assert.equal(ended, 0, stderr.slice(-500));
    return stdout.trim();
  };
  /** The error of each statement, or "works". */
  const errorsOf = async (statements: readonly string[]): Promise<string[]> =>
    JSON.parse(
      await php(
        attacker.siteId,
        `$link = mysqli_init(); $link->options(MYSQLI_OPT_LOCAL_INFILE, 1);
        mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
        $link->real_connect('127.0.0.1', DB_USER, DB_PASSWORD, DB_NAME, 3306);
        echo json_encode(array_map(function ($sql) use ($link) {
          try { $result = $link->query($sql); return $result instanceof mysqli_result ? 'rows ' . json_encode($result->fetch_all()) : 'works'; }
          catch (Throwable $error) { return get_class($error) . ' ' . $error->getCode(); }
        }, json_decode('${JSON.stringify(statements).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')));`,
      ),
    ) as string[];

  test('sees and changes no other database', async () => {
    const other = await php(victim.siteId, 'echo DB_NAME;');
    const own = await php(attacker.siteId, 'echo DB_NAME;');
    const [shown, ...refused] = await errorsOf([
      'SHOW DATABASES',
      `SELECT * FROM ${other}.wp_users`,
      `DROP TABLE ${other}.wp_users`,
      `CREATE TABLE ${other}.mine (id int)`,
      `USE ${other}`,
      'SELECT * FROM mysql.global_priv',
      'CREATE DATABASE site000000000000000000000000',
      `CREATE TABLE link (id int) ENGINE=FEDERATED CONNECTION='mysql://root@127.0.0.1/${other}/wp_users'`,
    ]);
    assert.deepEqual(JSON.parse((shown ?? '').slice('rows '.length)), [['information_schema'], [own]]);
    for (const error of refused) assert.match(error, /^mysqli_sql_exception (1044|1142|1286)$/);
    const seen = await errorsOf([
      `SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${other}'`,
      "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER <> SUBSTRING_INDEX(CURRENT_USER(), '@', 1)",
    ]);
    assert.deepEqual(seen, ['rows [["0"]]', 'rows [["0"]]']);
  });

  test('has no rights on the server: users, settings, files, code that runs later', async () => {
    const refused = await errorsOf([
      "CREATE USER other@localhost IDENTIFIED BY 'x'",
      'GRANT ALL ON *.* TO CURRENT_USER',
      'ALTER USER CURRENT_USER WITH MAX_USER_CONNECTIONS 0',
      'SET GLOBAL max_connections = 1',
      'SHUTDOWN',
      'FLUSH TABLES',
      "SELECT 1 INTO OUTFILE '/tmp/panel-outfile'",
      "SELECT 1 INTO DUMPFILE '/tmp/panel-dumpfile'",
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE wp_options",
      "LOAD DATA LOCAL INFILE '/etc/hosts' INTO TABLE wp_options",
      'CREATE VIEW seen AS SELECT 1',
      'CREATE TRIGGER later BEFORE INSERT ON wp_options FOR EACH ROW SET @a = 1',
      'CREATE EVENT later ON SCHEDULE EVERY 1 SECOND DO SELECT 1',
      'CREATE PROCEDURE later() SELECT 1',
      'CREATE TEMPORARY TABLE hidden (id int)',
      "CREATE FUNCTION run RETURNS STRING SONAME 'udf.so'",
      "INSTALL SONAME 'ha_federatedx'",
    ]);
    for (const error of refused) assert.match(error, /^mysqli_sql_exception \d+$/);
    assert.deepEqual(await errorsOf(["SELECT LOAD_FILE('/etc/passwd')"]), ['rows [[null]]']);
  });

  test('cannot use up the connections of others, and a statement ends after the seconds of a request', async () => {
    const open = await php(
      attacker.siteId,
      `mysqli_report(MYSQLI_REPORT_OFF); $open = array();
      for ($i = 0; $i < 40; $i++) { $link = mysqli_init(); if (@$link->real_connect('127.0.0.1', DB_USER, DB_PASSWORD, DB_NAME, 3306)) $open[] = $link; }
      echo count($open);`,
    );
    // WordPress has one of them.
    assert.equal(Number(open), CONNECTIONS - 1);
    const [slept] = await errorsOf([`SELECT SLEEP(${SECONDS * 10})`]);
    assert.match(slept ?? '', /^rows \[\["1"\]\]$|^mysqli_sql_exception 1969$/);
    assert.equal(await php(victim.siteId, "echo get_option('blogname');"), victim.title);
  });

  test('thousands of tables count as files, and over its quota it can read and delete, but not write', async () => {
    await php(
      attacker.siteId,
      `global $wpdb; $wpdb->query('CREATE TABLE big (data longblob)');
      for ($i = 0; $i < 6; $i++) $wpdb->query("INSERT INTO big VALUES (REPEAT('x', 1048576))");
      for ($i = 0; $i < 200; $i++) $wpdb->query("CREATE TABLE small_$i (id int)");
      $wpdb->query('ANALYZE TABLE big');`,
    );
    const { bytes } = await host.driver.usage(attacker.siteId);
    assert.ok(bytes > 6 * 2 ** 20, `${bytes} bytes`);
    diskMb = 1;
    await host.driver.start(attacker.siteId);
    await host.driver.diskLooked?.(2 ** 40, 0);
    await host.driver.start(attacker.siteId);
    const [insert, select, drop] = await errorsOf([
      'INSERT INTO big VALUES (1)',
      'SELECT COUNT(*) FROM big',
      'DROP TABLE big',
    ]);
    assert.deepEqual([insert, select, drop], ['mysqli_sql_exception 1142', 'rows [["6"]]', 'works']);
    diskMb = PLAN.diskMb;
    assert.equal(await php(victim.siteId, "update_option('panel_test', 'x'); echo get_option('panel_test');"), 'x');
  });

  test('a site on SQLite has no way to the server', async () => {
    const plain = siteSpec('plain');
    await host.driver.create(plain, progress());
    await host.driver.moveDatabase(plain.siteId, 'sqlite');
    const reached = "echo json_encode(@stream_socket_client('tcp://127.0.0.1:3306', $code, $message, 2) !== false);";
    assert.equal(await php(plain.siteId, reached), 'false');
    assert.equal(await php(victim.siteId, reached), 'true');
  });

  test('gets into no account by the system user of the panel, as Debian lets root in', async () => {
    const name = userInfo().username;
    const password = name === 'root' ? ` OR mysql_native_password USING PASSWORD('${ROOT_PASSWORD}')` : '';
    await mariadb.query(`CREATE USER IF NOT EXISTS '${name}'@localhost`);
    await mariadb.query(`ALTER USER '${name}'@localhost IDENTIFIED VIA unix_socket${password}`);
    const next = await host.reopen();
    const tried = next.exec(victim.siteId, [
      'eval',
      `mysqli_report(MYSQLI_REPORT_OFF); $link = mysqli_init();
        echo @$link->real_connect('127.0.0.1', '${name}', '', null, 3306) ? 'in' : 'refused';`,
    ]);
    await assert.rejects(
      tried.then(({ stdout }) => assert.fail(`hosted code is ${stdout}`)),
      (error) => error instanceof HostingError && /lets \S+ in without a password/.test(error.detail ?? ''),
    );
    await mariadb.query(`ALTER USER '${name}'@localhost IDENTIFIED BY '${ROOT_PASSWORD}'`);
    assert.equal((await next.exec(victim.siteId, ['option', 'get', 'blogname'])).code, 0);
  });
});
