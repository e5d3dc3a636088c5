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
  for (const name of [
    'mysqldump.sql',
    'mysqldump-complete.sql',
    'mysqldump-8.sql',
    'wp-db-export.sql',
    'ansi.sql',
    'latin1.sql',
  ])
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

  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
  const TABLES = 'CREATE TABLE `wp_a` (`id` int, `text` longtext, `raw` varbinary(9)) DEFAULT CHARSET=latin1;\n';
  const rowOf = (dump: Buffer): string => read(dump).findLast(({ run }) => run)?.sql ?? '';

  test('texts become UTF-8 by what the dump says: SET NAMES, then the character set of the table', () => {
    const insert = "INSERT INTO `wp_a` VALUES (1,'caf\xe9 \x80 \x81','\xff\x00\xe9'),(2,'caf\xe9','\xff');\n";
    const expected = (raw: string) =>
      raw.replace("'caf\xe9 \x80 \x81'", "'café € \u0081'").replace("(2,'caf\xe9'", "(2,'café'");
    // What is read here went through JSON, which has no bytes.
    const seen = (sql: string) => sql.replaceAll(/'[\p{Cc}\uFFFDé]*'(?=\))/gu, "'raw'");
    const wanted = seen(expected(insert.trim().slice(0, -1)).replaceAll(/'[\p{Cc}\xff\xe9]+'(?=\))/gu, "'raw'"));
    for (const head of ['SET NAMES latin1;\n', '/*!40101 SET NAMES latin1 */;\n', '', 'SET NAMES utf8mb4;\n'])
      assert.equal(seen(rowOf(bytes(head + TABLES + insert))), wanted, head);
    const columns = insert
      .replace('VALUES', '(`raw`,`id`,`text`) VALUES')
      .replace("(1,'caf\xe9 \x80 \x81','\xff\x00\xe9'),(2,'caf\xe9','\xff')", "('\xff',1,'caf\xe9')");
    assert.match(rowOf(bytes(`SET NAMES latin1;\n${TABLES}${columns}`)), /,1,'café'\)$/);
  });

  test('each part of a dump has the character set that was set last, and a text the one before it', () => {
    const dump = `SET NAMES cp1251;\nINSERT INTO wp_a VALUES ('\xcf\xf0\xe8\xe2\xe5\xf2');\nSET NAMES latin1;\nINSERT INTO wp_a VALUES ('\xcf\xf0',_cp1251 '\xcf\xf0',_binary 'a');\n`;
    const [, first, , second] = read(bytes(dump));
    assert.equal(first?.sql, "INSERT INTO wp_a VALUES ('Привет')");
    assert.equal(second?.sql, "INSERT INTO wp_a VALUES ('Ïð','Пр','a')");
    const saved = `SET NAMES latin1;\nSET @saved_cs_client = @@character_set_client;\nSET character_set_client = utf8;\nSET character_set_client = @saved_cs_client;\nINSERT INTO wp_a VALUES ('\xe9');`;
    assert.equal(rowOf(bytes(saved)), "INSERT INTO wp_a VALUES ('é')");
  });

  test('UTF-8 in a dump that says latin1, as old sites have it, stays UTF-8; bytes of neither are replaced', () => {
    const utf8 = Buffer.from("SET NAMES latin1;\nINSERT INTO wp_a VALUES ('写真 é');");
    assert.equal(rowOf(utf8), "INSERT INTO wp_a VALUES ('写真 é')");
    const broken = bytes(
      "SET NAMES utf8mb4;\nCREATE TABLE wp_a (a text) CHARSET=utf8mb4;\nINSERT INTO wp_a VALUES ('a\xe9b');",
    );
    assert.equal(rowOf(broken), "INSERT INTO wp_a VALUES ('a\uFFFDb')");
  });

  test('a character set in which a byte of a letter can be a backslash is refused with its line', () => {
    const [, seen] = read('DROP TABLE IF EXISTS `a`;\n\n/*!40101 SET NAMES sjis */;\n');
    assert.match(seen?.refused ?? '', /in the character set sjis, .*--default-character-set=utf8mb4/);
    assert.equal(seen?.line, 3);
  });

  test('with ANSI_QUOTES a double quote begins a name, until the mode ends', () => {
    const dump = `SET SQL_MODE='NO_AUTO_VALUE_ON_ZERO,ANSI';\nINSERT INTO "wp_a" ("a""b","c\`d") VALUES ('it\\'s "x"');\nSET SQL_MODE=@OLD_SQL_MODE;\nINSERT INTO wp_a VALUES ("a text");`;
    const [, named, , text] = read(dump);
    assert.equal(named?.sql, 'INSERT INTO `wp_a` (`a"b`,`c``d`) VALUES (\'it\\\'s "x"\')');
    assert.equal(text?.sql, 'INSERT INTO wp_a VALUES ("a text")');
    const [, other] = read(`SET sql_mode = 'ANSI_QUOTES';\nINSERT INTO "mysql"."user" VALUES (1);`);
    assert.match(other?.refused ?? '', /names a table of a database/);
    assert.equal(other?.line, 2);
  });

  test('with NO_BACKSLASH_ESCAPES a backslash is a letter', () => {
    const sql = "INSERT INTO wp_a VALUES ('C:\\','it''s','\\n');";
    const [, seen, ...rest] = read(`SET sql_mode='NO_BACKSLASH_ESCAPES';\n${sql}\nDROP TABLE b;`);
    assert.equal(seen?.sql, "INSERT INTO wp_a VALUES ('C:\\\\','it''s','\\\\n')");
    assert.equal(rest.length, 1);
  });

  test('a large dump is read in bounded memory, whatever the length of its statements', () => {
    const row = `(1,'${"text with \xe9 and \\\\ and \\' ".repeat(40)}')`;
    const part = bytes(`${`${row},`.repeat(99)}${row};\n`);
    const script = [
      `require '${path.join(import.meta.dirname, '../../src/hosting/php/sql-dump.php')}';`,
      "$dump = new Panel_Sql_Dump(fopen('php://stdin', 'rb')); $n = 0; $bytes = 0;",
      'foreach ($dump->statements() as $s) { panel_check($s, $dump->database); ++$n; $bytes += strlen($s->sql); }',
      'echo json_encode(array($n, $bytes, memory_get_peak_usage(true)));',
    ].join('\n');
    const input = Buffer.concat([
      bytes(`SET NAMES latin1;\nCREATE TABLE wp_a (id int, a text) CHARSET=latin1;\n`),
      ...Array.from({ length: 150 }, () => [bytes('INSERT INTO wp_a VALUES '), part]).flat(),
    ]);
    const { stdout, stderr } = spawnSync('php', ['-d', 'memory_limit=512M', '-r', script], { input });
    assert.equal(stderr.toString(), '');
    const [count, total, peak] = JSON.parse(stdout.toString()) as [number, number, number];
    assert.ok(count > 150 && total > input.length, JSON.stringify([count, total, input.length]));
    assert.ok(peak < 12 * 1024 ** 2, `${peak} bytes for ${input.length}`);
  });
});
