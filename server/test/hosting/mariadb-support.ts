import { spawn, type ChildProcess } from 'node:child_process';
import { access, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { runCommand } from '../../src/hosting/process/run-command.ts';
import { freePort } from '../../../scripts/lib/free-port.mjs';
import { until } from './hosting-support.ts';

const SERVER = '/usr/sbin/mariadbd';
/** Statements that make MariaDB's own tables, with the user root and without a password. */
const SHARE = '/usr/share/mysql';
const TABLES = ['mysql_system_tables.sql', 'mysql_performance_tables.sql', 'mysql_system_tables_data.sql'];
const NOBODY = 65_534;
export const ROOT_PASSWORD = 'of-these-tests';

export type TestMariadb = {
  /** SITES_DATABASE_URL. */
  url: string;
  /** SITES_DATABASE_URL for the same server over TCP. */
  tcpUrl: string;
  /** Rows of a statement, as root. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** A connection of another user through the socket. */
  connect(user: string, password: string, database?: string): Promise<Connection>;
  /** Databases and users of sites. */
  left(): Promise<string[]>;
  halt(): Promise<void>;
  begin(): Promise<void>;
  stop(): Promise<void>;
};

const there = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Why MariaDB cannot be tested on this machine, or null. */
export async function mariadbMissing(): Promise<string | null> {
  if (!(await there(SERVER))) return 'mariadb-server-core is not installed';
  const { stdout } = await runCommand({ file: 'php', args: ['-m'], env: { PATH: process.env['PATH'] ?? '' } });
  return stdout.split('\n').includes('mysqli') ? null : 'php-mysql is not installed';
}

/** A MariaDB of its own in a temporary folder, without fsync. */
export async function startMariadb(): Promise<TestMariadb> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-mariadb-'));
  const root = userInfo().uid === 0;
  if (root) await chown(folder, NOBODY, NOBODY);
  const socketPath = path.join(folder, 's');
  const user = root ? 'nobody' : userInfo().username;
  const data = `--datadir=${folder}/data`;
  const env = { PATH: process.env['PATH'] ?? '' };
  await mkdir(path.join(folder, 'data'));
  if (root) await chown(path.join(folder, 'data'), NOBODY, NOBODY);
  const tables = await Promise.all(TABLES.map((name) => readFile(path.join(SHARE, name), 'utf8')));
  const made = await runCommand({
    file: SERVER,
    args: ['--no-defaults', '--bootstrap', data, `--user=${user}`, '--innodb-buffer-pool-size=16M'],
    env,
    input: ['CREATE DATABASE mysql;', 'USE mysql;', 'SET @auth_root_socket = NULL;', ...tables].join('\n'),
  });
  if (made.code !== 0) throw new Error(`MariaDB could not be installed: ${made.stderr.slice(-1000)}`);
  let child: ChildProcess;
  let rootPassword = '';
  const connect = (as: string, password: string, database?: string) =>
    createConnection({ socketPath, user: as, password, ...(database !== undefined && { database }) });
  const query = async (sql: string) => {
    const connection = await connect('root', rootPassword);
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return Array.isArray(rows) ? rows : [];
    } finally {
      await connection.end();
    }
  };
  const begin = async () => {
    child = spawn(
      SERVER,
      [
        ...['--no-defaults', data, `--user=${user}`, `--socket=${socketPath}`, `--port=${port}`],
        ...['--bind-address=127.0.0.1', `--pid-file=${folder}/pid`, '--innodb-flush-log-at-trx-commit=0'],
        ...['--innodb-buffer-pool-size=32M', '--sync-binlog=0', '--max-connections=60', `--tmpdir=${folder}`],
      ],
      { stdio: 'ignore', env },
    );
    const isUp = () =>
      query('SELECT 1').then(
        () => true,
        () => false,
      );
    await until('MariaDB answers', isUp);
  };
  const halt = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
  };
  await begin();
  const values = async (sql: string) => (await query(sql)).flatMap((row) => Object.values(row).map(String));
  // Debian's package creates none of them.
  await query("DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost')");
  await query('FLUSH PRIVILEGES');
  await query(`ALTER USER root@localhost IDENTIFIED BY '${ROOT_PASSWORD}'`);
  rootPassword = ROOT_PASSWORD;
  await query("CREATE USER panel@'%' IDENTIFIED BY 'pa/ss@word'");
  await query("GRANT ALL ON `site%`.* TO panel@'%' WITH GRANT OPTION");
  await query("GRANT CREATE USER ON *.* TO panel@'%'");
  const login = `panel:${encodeURIComponent('pa/ss@word')}`;
  return {
    ...{ query, connect, halt, begin },
    url: `mysql://${login}@localhost?socket=${socketPath}`,
    tcpUrl: `mysql://${login}@127.0.0.1:${port}`,
    left: async () => [
      ...(await values("SHOW DATABASES LIKE 'site%'")),
      ...(await values("SELECT User FROM mysql.user WHERE User LIKE 'site%'")),
    ],
    async stop() {
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
