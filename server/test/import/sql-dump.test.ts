import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

type Read = { line: number; sql?: string; run?: boolean; creates?: string | null; refused?: string };

const missing = spawnSync('php', ['-v']).error ? 'there is no PHP' : false;

function read(dump: string | Buffer): Read[] {
  const { stdout, stderr } = spawnSync('php', [path.join(import.meta.dirname, 'sql-dump.php')], {
    input: dump,
    maxBuffer: 256 * 1024 ** 2,
  });
  assert.equal(stderr.toString(), '');
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Read);
}

const dumpOf = (name: string) => readFileSync(path.join(import.meta.dirname, 'dumps', name));
const HEADER = '-- MariaDB dump 10.19\n--\n-- Host: localhost    Database: bakery\n';

describe('reading an SQL dump', { skip: missing }, () => {
  for (const name of ['mysqldump.sql', 'mysqldump-complete.sql', 'mysqldump-8.sql', 'wp-db-export.sql'])
    test(`${name}: every table and row, and nothing but tables`, () => {
      const statements = read(dumpOf(name));
      assert.equal(statements.at(-1)?.refused, undefined, statements.at(-1)?.refused);
      assert.equal(statements.filter(({ creates }) => creates).length, 13);
      assert.ok(statements.filter(({ run }) => run).every(({ sql }) => /^(?:DROP|CREATE|INSERT)/.test(sql ?? '')));
      const rows = statements.filter(({ sql }) => sql?.startsWith('INSERT INTO `shop_orders`'));
      const values = rows.flatMap(({ sql }) => sql?.match(/O\\'Neill/g) ?? []);
      assert.equal(values.length, 60);
    });

  test('text is text: quotes, comments and semicolons in it end nothing', () => {
    const sql = "INSERT INTO `wp_posts` VALUES (1,'a; b -- c','it''s \\' # /* ','\\\\'),(2,\"x\",'','')";
    const [first, second, ...rest] = read(`${HEADER}-- it's a comment;\n# so is; this\n${sql};\nSET NAMES utf8;\n`);
    assert.deepEqual([first?.sql, first?.run, first?.line], [sql, true, 6]);
    assert.deepEqual([second?.run, second?.line, rest], [false, 7, []]);
  });

  test('the character set that MySQL 8 writes before bytes is left out, and nothing that only looks like it', () => {
    const [first] = read("INSERT INTO `wp_a` (`_binary`) VALUES (_binary 'a'),(_BINARY 'b'),('_binary '),(0x61);");
    assert.equal(first?.sql, "INSERT INTO `wp_a` (`_binary`) VALUES ('a'),('b'),('_binary '),(0x61)");
  });

  test('what MySQL hides in versioned comments is checked like everything else', () => {
    const [first] = read('/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER t BEFORE INSERT ON x*/;');
    assert.match(first?.refused ?? '', /triggers/);
    const [grant] = read('\n\n/*!40101 GRANT ALL ON *.* TO bob */;');
    assert.deepEqual([grant?.refused?.slice(0, 11), grant?.line], ['“GRANT ALL”', 3]);
  });

  test('many rows are run in parts of a bounded size, none lost or doubled', () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `(${i},'row ${i} with (parentheses), commas; and \\'quotes\\'')`,
    );
    const statements = read(`INSERT INTO \`wp_posts\` (\`a\`,\`b\`) VALUES\n${rows.join(',\n')};\n`);
    assert.ok(statements.length > 10, String(statements.length));
    assert.ok(statements.every(({ sql }) => (sql?.length ?? 0) < 70_000));
    const seen = statements.flatMap(({ sql }) =>
      [...(sql ?? '').matchAll(/\((\d+),'row/g)].map(([, id]) => Number(id)),
    );
    assert.deepEqual(
      seen,
      rows.map((_, i) => i),
    );
    assert.ok(statements.every(({ sql }) => /^INSERT INTO `wp_posts` \(`a`,`b`\) VALUES\s*\(/.test(sql ?? '')));
  });

  test('the name of its own database may appear, that of another may not', () => {
    const own =
      'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `bakery` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;\nUSE `bakery`;\n';
    assert.deepEqual(
      read(HEADER + own).map(({ run }) => run),
      [false, false],
    );
    const [other] = read(`${HEADER}USE \`mysql\`;`);
    assert.deepEqual([other?.refused?.slice(0, 5), other?.line], ['“USE”', 4]);
  });

  const OUTSIDE = [
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE wp_posts",
    "LOAD DATA LOCAL INFILE 'x' INTO TABLE wp_posts",
    "SELECT * FROM wp_users INTO OUTFILE '/tmp/x'",
    "INSERT INTO wp_posts SELECT LOAD_FILE('/etc/passwd')",
    "INSERT INTO wp_posts VALUES (LOAD_FILE('/etc/passwd'))",
    'INSERT INTO wp_posts VALUES ((SELECT user_pass FROM wp_users))',
    'INSERT INTO mysql.user VALUES (1)',
    'INSERT INTO `mysql`.`user` VALUES (1)',
    'REPLACE INTO `mysql` . `user` VALUES (1)',
    'DROP TABLE wp_posts, mysql.user',
    'CREATE TABLE a (id int, FOREIGN KEY (id) REFERENCES `other`.`t` (id))',
    'CREATE TABLE a AS SELECT * FROM wp_users',
    "CREATE TABLE a (id int) DATA DIRECTORY='/etc'",
    "CREATE TABLE a (id int) ENGINE=FEDERATED CONNECTION='mysql://x'",
    'ALTER TABLE other.t ADD x int',
    'ALTER DATABASE x CHARACTER SET utf8',
    'DROP DATABASE bakery',
    'CREATE USER bob',
    'GRANT ALL ON *.* TO bob',
    "SET PASSWORD = 'x'",
    'SET GLOBAL general_log = 1',
    'USE other',
    'CREATE DATABASE other',
    'DELIMITER ;;',
    'CREATE PROCEDURE p() SELECT 1',
    'CREATE TRIGGER t BEFORE INSERT ON wp_posts FOR EACH ROW SET @a = 1',
    'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO SELECT 1',
    'CREATE ALGORITHM=UNDEFINED VIEW v AS SELECT 1',
    'CREATE TABLE `_wp_sqlite_global_variables` (a int)',
    'DROP TABLE sqlite_master',
    'DELETE FROM wp_posts',
    'UPDATE wp_options SET option_value = 1',
    "PREPARE s FROM 'DROP DATABASE x'",
    'CALL p()',
    'SHUTDOWN',
    'source /etc/passwd',
    '\\! id',
    "ATTACH DATABASE '/etc/x' AS y",
    'PRAGMA writable_schema = 1',
    'VACUUM INTO "/tmp/x"',
  ];
  for (const sql of OUTSIDE)
    test(`refused with its line: ${sql}`, () => {
      const seen = read(`${HEADER}DROP TABLE IF EXISTS \`wp_posts\`;\n\n${sql};\nDROP TABLE IF EXISTS \`late\`;\n`);
      assert.ok(seen.at(-1)?.refused, JSON.stringify(seen));
      assert.deepEqual([seen.length, seen.at(-1)?.line], [2, 6]);
    });

  test('a dump that was cut off is found, in a text and in a statement', () => {
    for (const [text, line] of [
      ["\nINSERT INTO `wp_posts` VALUES (1,'cut", 2],
      ['\nINSERT INTO `wp_posts` VALUES (1', 2],
      ['CREATE TABLE `wp_posts` (\n `ID', 2],
    ] as const) {
      const [seen] = read(text);
      assert.match(seen?.refused ?? '', /has no end/);
      assert.equal(seen?.line, line);
    }
  });
});
