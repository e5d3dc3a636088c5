import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { endProcess, run, start } from './processes.mjs';
import { findProgram, installPackages, isRoot } from './system-packages.mjs';

const DEBIAN = '/usr/lib/postgresql';
const START_MS = 60_000;

/** Folder with initdb and postgres, the newest version first, or undefined. */
export function findPostgres() {
  let versions = [];
  try {
    versions = readdirSync(DEBIAN)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN, version, 'bin'));
  } catch {
    versions = [];
  }
  const initdb = findProgram('initdb', versions);
  return initdb?.slice(0, -'/initdb'.length);
}

export async function installPostgres(onLine) {
  await installPackages(['postgresql'], onLine);
  return findPostgres();
}

const idOf = (flag, user) =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

/** PostgreSQL refuses to run as root, so root runs it as another user. */
function unprivileged() {
  if (!isRoot()) return {};
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) };
    } catch {
      continue;
    }
  }
  throw new Error('There is neither a user postgres nor a user nobody to run PostgreSQL as.');
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Resolves when the server accepts connections. Its log reports that before a port answers, so both are checked. */
async function ready(child, port, log) {
  const deadline = Date.now() + START_MS;
  while (!(await answers(port)) || !/ready to accept connections/.test(log())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await endProcess(child);
      throw new Error(`PostgreSQL did not start: ${log().trim()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * A PostgreSQL of its own on a free port of the loopback, empty and without fsync: for tests and benches only.
 * @param {string} bin folder of its programs
 * @param {{keepsCommits?: boolean}} options `keepsCommits`: what was committed survives `halt('SIGKILL')`
 * @returns {Promise<import('./postgres.d.mts').OwnPostgres>} `url` is the superuser's
 */
export async function startPostgres(bin, { keepsCommits = false } = {}) {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'panel-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
  const data = join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const made = await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      options,
    );
    if (made.code !== 0) throw new Error(`initdb failed: ${made.output.trim()}`);
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: folder,
      max_connections: 300,
      fsync: 'off',
      synchronous_commit: keepsCommits ? 'on' : 'off',
      full_page_writes: 'off',
    };
    let child;
    const beginOnce = async () => {
      child = start(
        join(bin, 'postgres'),
        ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      let log = '';
      child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-4000)));
      await ready(child, port, () => log);
    };
    // The backends of a killed server take a moment to end, and hold its shared memory until then.
    const begin = async () => {
      const deadline = Date.now() + START_MS;
      for (;;) {
        try {
          return await beginOnce();
        } catch (error) {
          if (!/pre-existing shared memory block/.test(String(error)) || Date.now() > deadline) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    };
    await begin();
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      begin,
      halt: (signal) => endProcess(child, { signal, graceMs: 10_000 }),
      stop: async () => {
        // SIGINT is its "fast" shutdown: it disconnects clients and writes all data.
        await endProcess(child, { signal: 'SIGINT', graceMs: 10_000 });
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
