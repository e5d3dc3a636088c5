import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '../../src/testing/index.ts';

const PROGRAM = '/usr/sbin/pdns_server';
const SCHEMA = [
  '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql',
  '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql',
].find((file) => existsSync(file));
const KEY = 'test-key';

/** Why PowerDNS cannot run here, or false. */
export const noPowerDns: string | false =
  existsSync(PROGRAM) && SCHEMA ? false : 'PowerDNS is not installed (pdns-server, pdns-backend-sqlite3)';

/** A port that nothing uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export type PowerDns = {
  /** Of its DNS. */
  port: number;
  /** Of its API, with the key. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
};

/** A PowerDNS server on SQLite in a temporary folder, which can be stopped and started again. */
export async function preparePowerDns(): Promise<PowerDns> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-pdns-'));
  const file = path.join(folder, 'zones.sqlite3');
  const database = new DatabaseSync(file);
  database.exec(readFileSync(SCHEMA ?? '', 'utf8'));
  database.close();
  const [port, api] = [await freePort(), await freePort()];
  await writeFile(
    path.join(folder, 'pdns.conf'),
    `launch=gsqlite3
gsqlite3-database=${file}
local-address=127.0.0.1
local-port=${port}
socket-dir=${folder}
daemon=no
guardian=no
api=yes
api-key=${KEY}
webserver=yes
webserver-address=127.0.0.1
webserver-port=${api}
webserver-allow-from=127.0.0.1
cache-ttl=0
negquery-cache-ttl=0
query-cache-ttl=0
zone-cache-refresh-interval=0
`,
  );
  let child: ChildProcess | null = null;
  const stop = async () => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGTERM');
    await once(running, 'exit');
  };
  return {
    port,
    url: `http://:${KEY}@127.0.0.1:${api}`,
    stop,
    async start() {
      child = spawn(PROGRAM, [`--config-dir=${folder}`], { stdio: 'ignore' });
      await until('PowerDNS to answer', () =>
        fetch(`http://127.0.0.1:${api}/api/v1/servers`, { headers: { 'x-api-key': KEY } }).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
