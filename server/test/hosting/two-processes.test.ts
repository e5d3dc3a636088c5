// On PostgreSQL: several processes with one database.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import { openPostgres } from '../../src/db/open-postgres.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import {
  createLocalDriver,
  hostingConfigFromEnv,
  prepareRuntime,
  type HostingDriver,
} from '../../src/hosting/index.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { openSiteUses } from '../../src/start/open-site-uses.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import { ask } from '../edge/edge-support.ts';
import { startTcpProxy, type TcpProxy } from '../attack/tcp-proxy.ts';
import { otherVersions } from '../site/upgrade-support.ts';
import { nativePhpMissing, processesOf, progress, siteSpec, until } from './hosting-support.ts';
import { mariadbMissing, startMariadb } from './mariadb-support.ts';
import { QUICK_START } from '../quick-start.ts';

const server = process.env['TEST_DATABASE_URL'];
const skip = server ? ((await nativePhpMissing()) ?? (await mariadbMissing()) ?? false) : 'needs PostgreSQL';
const NEXT = { version: '99.2.1', databaseVersion: 99_999 };
const [LIVE, STAGE] = [siteSpec('live'), siteSpec('stage')];
const RENAMED = { fqdn: 'renamed.sites.localhost', url: 'http://renamed.sites.localhost:8099' };
const VISITORS = 3;

/** Prints what the files say and what the database says. Both belong to the same state of the site. */
const plugin = (state: string): string =>
  `<?php if (isset($_GET['state'])) add_action('init', function () { header('cache-control: no-store'); require ABSPATH . 'wp-includes/version.php';
  exit("files ${state} $wp_version tables " . get_option('blogname') . ' ' . get_option('db_version') . ' ' . parse_url(get_option('home'), PHP_URL_HOST)); });`;

/** Visits a site without end; `seen` are the bodies of its pages, in order, each once per change. */
function startVisits(port: number, hosts: string[], isState: (body: string) => boolean) {
  const seen: string[] = [];
  const complaints: string[] = [];
  let pages = 0;
  let on = true;
  const visit = async (host: string): Promise<void> => {
    while (on) {
      const answer = await ask(port, host, {
        path: '/?state',
        headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
      }).catch((error: unknown) => ({ status: 0, body: String(error) }));
      if (answer.status === 200 && isState(answer.body)) {
        pages += 1;
        if (seen.at(-1) !== answer.body) seen.push(answer.body);
      } else if (answer.status !== 503) complaints.push(`${answer.status} ${answer.body.slice(0, 300)}`);
    }
  };
  const visits = Array.from({ length: VISITORS }, (_, i) => visit(hosts[i % hosts.length] ?? ''));
  return {
    seen,
    pages: () => pages,
    async stop() {
      on = false;
      await Promise.all(visits);
      return { seen, complaints };
    },
  };
}

describe('a site in two processes, visited without end at the second while the first changes it', { skip }, () => {
  const closing: (() => Promise<unknown>)[] = [];
  let dataDir: string;
  let url: string;
  let here: HostingDriver;
  let database: OpenDatabase;
  let proxy: TcpProxy;
  let other: { port: number; child: ChildProcess };
  let env: Record<string, string>;
  const file = (name: string): string => path.join(dataDir, `${name}.tar.gz`);

  const start = async (url: string): Promise<{ port: number; child: ChildProcess }> => {
    const sites = [LIVE, STAGE].map(({ fqdn, siteId }) => `${fqdn}=${siteId}`);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...QUICK_START, path.join(import.meta.dirname, 'site-process.ts')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {
          ...process.env,
          ...env,
          NODE_TEST_CONTEXT: '',
          URL: url,
          SITES: [...sites, `${RENAMED.fqdn}=${LIVE.siteId}`].join(),
        },
      },
    );
    closing.push(async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { port: Number(line.slice(5)), child };
  };
  const folder = (siteId: string) => siteFolder(dataDir, siteId);
  const write = async (siteId: string, state: string) => {
    const plugins = path.join(folder(siteId).publicDir, 'wp-content/mu-plugins');
    await mkdir(plugins, { recursive: true });
    await writeFile(path.join(plugins, 'state.php'), plugin(state));
    assert.equal((await here.exec(siteId, ['option', 'update', 'blogname', state])).code, 0);
    await here.sleep(siteId);
  };
  const page = async (port: number, fqdn = LIVE.fqdn): Promise<string> => {
    let body = '';
    await until(`${fqdn} answers`, async () => {
      const answer = await ask(port, fqdn, { path: '/?state', headers: { accept: 'text/html' } });
      body = answer.body;
      return answer.status === 200;
    });
    return body;
  };
  /** Tokens of the servers of a site in all processes. */
  const markers = async (siteId: string): Promise<string[]> => {
    const { root } = folder(siteId);
    const names = (await readdir(root)).filter((name) => name.startsWith('server-'));
    return Promise.all(
      names.map(
        async (name) => (JSON.parse(await readFile(path.join(root, name), 'utf8')) as { marker: string }).marker,
      ),
    );
  };
  const isWhole = (body: string): boolean => {
    const [, files, tables] = /^files (\S+) \S+ tables (\S+) /.exec(body) ?? [];
    const [, core, db] = /^files \S+ (\S+) tables \S+ (\S+) /.exec(body) ?? [];
    return files !== undefined && files === tables && (core === NEXT.version) === (db === String(NEXT.databaseVersion));
  };
  /** Changes the site while it is visited; nobody sees anything between the old and the new one, or the old one again. */
  const changed = async (doing: string, change: () => Promise<unknown>, after: RegExp | null, hosts = [LIVE.fqdn]) => {
    const before = await page(other.port, hosts[0]);
    const running = await markers(LIVE.siteId);
    assert.ok(running.length > 0, `${doing}: it runs before`);
    const visits = startVisits(other.port, hosts, isWhole);
    await until('it is visited', async () => visits.pages() > 3);
    await change();
    const left = (await Promise.all(running.map(processesOf))).flat();
    const begun = visits.pages();
    if (after) await until(`${doing}: it is visited again`, async () => visits.pages() > begun + 3);
    const { seen, complaints } = await visits.stop();
    assert.deepEqual(complaints, [], doing);
    assert.deepEqual(left, [], `${doing}: nothing of the old tree runs`);
    if (after === null) return assert.deepEqual(seen, [before], doing);
    assert.match(seen.at(-1) ?? '', after, doing);
    assert.ok(seen.length <= 2, `${doing}: ${seen.join(', ')}`);
    assert.equal(await page(other.port, hosts[0]), seen.at(-1), doing);
  };
  const rows = async () =>
    (await database.query<{ workload_id: string; changes: boolean }>('select * from site_use')).rows;

  before(async () => {
    const made = await createPostgresDatabase(server ?? '');
    closing.push(made.drop);
    const versions = await otherVersions([NEXT]);
    closing.push(versions.remove);
    const mariadb = await startMariadb();
    closing.push(mariadb.stop);
    dataDir = await mkdtemp(path.join(tmpdir(), 'panel-two-'));
    await chmod(dataDir, 0o711);
    closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    env = { ...versions.env, DATA_DIR: dataDir, SITES_DATABASE_URL: mariadb.url };
    database = await openPostgres(made.url, { max: 4, times: { silenceMs: 60_000 } });
    closing.push(() => database.close());
    const config = { ...hostingConfigFromEnv(env, dataDir), php: 'native' as const };
    const uses = await openSiteUses(database, pino({ level: 'silent' }));
    here = await createLocalDriver({ config, runtime: await prepareRuntime(config), uses });
    closing.push(() => here.stopAll());
    proxy = await startTcpProxy(Number(new URL(made.url).port));
    closing.push(() => proxy.close());
    url = Object.assign(new URL(made.url), { port: String(proxy.port) }).href;
    other = await start(url);
    await here.create(LIVE, progress());
    await write(LIVE.siteId, 'one');
    await here.snapshot(LIVE.siteId, file('one'));
    await here.clone(LIVE.siteId, STAGE, progress());
  });
  after(async () => {
    for (const step of closing.reverse()) await step();
  });

  test('a restore', async () => {
    await write(LIVE.siteId, 'two');
    await changed('restore', () => here.restore(LIVE.siteId, file('one')), /^files one .* tables one /);
  });

  test('a publish', async () => {
    await write(STAGE.siteId, 'three');
    const what = { parts: 'all', keep: [] } as const;
    await changed('publish', () => here.copyInto(STAGE.siteId, LIVE.siteId, what, progress()), /^files three /);
  });

  test('a move of the database', async () => {
    assert.equal(await here.databaseEngine(LIVE.siteId), 'mariadb');
    await changed('move', () => here.moveDatabase(LIVE.siteId, 'sqlite'), /^files three .* tables three /);
    assert.equal(await here.databaseEngine(LIVE.siteId), 'sqlite');
  });

  test('an upgrade', async () => {
    await changed('upgrade', () => here.upgrade(LIVE.siteId, NEXT.version), /^files three 99\.2\.1 .* 99999 /);
  });

  test('a rename', async () => {
    await changed('rename', () => here.rename(LIVE.siteId, RENAMED, progress()), / renamed\.sites\.localhost$/);
  });

  test('a process whose connection to the database is cut keeps its sites until it hears of the change', async () => {
    await page(other.port);
    const [marker = ''] = await markers(LIVE.siteId);
    proxy.silence();
    let isDone = false;
    const restored = here.restore(LIVE.siteId, file('one')).then(() => (isDone = true));
    await until('the change is claimed', async () => (await rows()).some(({ changes }) => changes));
    for (let i = 0; i < 5; i += 1) assert.match(await page(other.port), /^files three /, 'the old one is served');
    assert.equal(isDone, false);
    assert.ok((await processesOf(marker)).length > 0);
    proxy.reset();
    proxy.resume();
    await restored;
    assert.deepEqual(await processesOf(marker), []);
    assert.match(await page(other.port), /^files one /);
  });

  test('a start without the database is known to a change that begins meanwhile', async () => {
    await write(LIVE.siteId, 'away');
    proxy.silence();
    proxy.reset();
    assert.match(await page(other.port), /^files away /);
    const [marker = ''] = await markers(LIVE.siteId);
    const restored = here.restore(LIVE.siteId, file('one'));
    await until('the change is claimed', async () => (await rows()).some(({ changes }) => changes));
    assert.ok((await processesOf(marker)).length > 0);
    proxy.reset();
    proxy.resume();
    await restored;
    assert.deepEqual(await processesOf(marker), []);
    assert.match(await page(other.port), /^files one /);
  });

  test('a killed process neither holds a site nor leaves one behind that cannot start', async () => {
    const second = await start(url);
    await page(second.port);
    const killed = once(second.child, 'exit');
    second.child.kill('SIGKILL');
    await killed;
    await write(LIVE.siteId, 'four');

    const changer = await start(url);
    assert.match(await page(other.port), /^files four /);
    const visits = startVisits(other.port, [LIVE.fqdn], isWhole);
    await until('it is visited', async () => visits.pages() > 3);
    changer.child.stdin?.write(`restore ${LIVE.siteId} ${file('one')}\n`);
    const folderOfWork = async () =>
      (await readdir(siteFolder(dataDir, LIVE.siteId).root)).some((name) => name.startsWith('work-'));
    await until('it is being changed', folderOfWork);
    const ended = once(changer.child, 'exit');
    changer.child.kill('SIGKILL');
    await ended;
    const before = visits.pages();
    await until('visitors get pages again', async () => visits.pages() > before + 3);
    const { seen, complaints } = await visits.stop();
    assert.deepEqual(complaints, []);
    assert.equal(seen.length, 1, seen.join());
    assert.match(seen[0] ?? '', /^files four /);
    assert.deepEqual(
      (await rows()).filter(({ changes }) => changes),
      [],
    );
    assert.equal(await folderOfWork(), false, 'what the changer left is removed');
  });

  test('a deletion', async () => {
    await changed('deletion', () => here.destroy(LIVE.siteId), null);
    assert.deepEqual(
      (await rows()).filter(({ workload_id }) => workload_id === LIVE.siteId),
      [],
    );
  });
});
