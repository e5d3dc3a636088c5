/**
 * What a hosted WordPress costs on each PHP of this machine: bytes on disk, creation time, memory asleep and active,
 * and time from asleep to the first response. Also the memory of the panel itself. Exits with 1 when a limit is
 * missed. `node server/bench/density.ts [rounds]`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createLocalDriver, HostingError, hostingConfigFromEnv, prepareRuntime } from '../src/hosting/index.ts';
import type { HostingDriver } from '../src/hosting/index.ts';
import { pidsOfTree } from '../src/hosting/limits/process-tree.ts';
import { Client, startTestServer, until } from '../src/testing/index.ts';

type Runtime = 'native' | 'wasm';
type Figures = { createMs: number; diskBytes: number; wakeMs: number; activeBytes: number; asleepBytes: number };

const LIMITS = { diskMb: 10, createMs: { native: 2000, wasm: 4000 }, wakeMs: 1000 } as const;
const TITLE = 'Counted in megabytes';
/** Pages that a site has served when its memory is measured. */
const PAGES = 10;
const MEGABYTE = 1024 ** 2;

/** Bytes that files occupy on disk; a hard-linked file counts once. */
async function allocated(at: string, seen = new Set<number>()): Promise<number> {
  const stats = await lstat(at).catch(() => null);
  if (stats === null || seen.has(stats.ino)) return 0;
  seen.add(stats.ino);
  let bytes = stats.blocks * 512;
  if (stats.isDirectory())
    for (const name of await readdir(at).catch(() => [])) bytes += await allocated(path.join(at, name), seen);
  return bytes;
}

/** Memory of a process and its descendants; shared memory is divided among those that share it. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  let bytes = 0;
  for (const each of await pidsOfTree(pid)) {
    const text = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

/** A driver that records the process of the site that it started last. */
async function openDriver(php: Runtime, dataDir: string, started: (pid: number) => void): Promise<HostingDriver> {
  const config = { ...hostingConfigFromEnv(process.env, dataDir), php };
  const runtime = await prepareRuntime(config);
  const serve: typeof runtime.php.serve = async (mount, options) => {
    const site = await runtime.php.serve(mount, options);
    started(site.pid);
    return site;
  };
  return createLocalDriver({ config, runtime: { ...runtime, php: { ...runtime.php, serve } } });
}

async function measure(php: Runtime, rounds: number): Promise<{ rounds: Figures[]; sharedBytes: number }> {
  let pid: number | undefined;
  const server = await startTestServer({
    hosting: (dataDir) => openDriver(php, dataDir, (next) => void (pid = next)),
  });
  try {
    const partner = await server.scenario.partner();
    const client = await server.as(partner, await server.scenario.customer(partner));
    const figures: Figures[] = [];
    const known = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const fqdn = `round${round}.${partner.sitesDomain}`;
      const page = () => new Client(server.port, fqdn).get('/', { accept: 'text/html' });
      const answers = () =>
        until(
          `the first 200 of ${fqdn}`,
          async () => {
            const { status, text } = await page();
            return status === 200 && text.includes(`<title>${TITLE}</title>`);
          },
          120_000,
        );
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const began = performance.now();
        await work();
        return performance.now() - began;
      };
      const wp_info = {
        title: TITLE,
        admin_user: 'owner',
        admin_email: 'owner@example.com',
        admin_password: 'correct horse battery',
      };
      const createMs = await timed(async () => {
        const made = await client.post('/site', { fqdn, type: 'wordpress', wp_info });
        if (made.status !== 200) throw new Error(`POST /site: ${made.status} ${made.text}`);
        await answers();
      });
      const sites = path.join(server.dataDir, 'sites');
      const siteId = await until('the folder of the site', async () =>
        (await readdir(sites)).find((name) => !name.startsWith('.') && !known.has(name)),
      );
      known.add(siteId);
      await until('the site to run', async () => server.app.hosting.running().includes(siteId), 120_000);
      for (let count = 0; count < PAGES; count += 1) await page();
      const activeBytes = await memoryOf(pid);
      const diskBytes = await allocated(path.join(sites, siteId));
      await server.app.hosting.stop(siteId);
      const asleepBytes = await memoryOf(pid);
      const wakeMs = await timed(answers);
      await server.app.hosting.stop(siteId);
      figures.push({ createMs, diskBytes, wakeMs, activeBytes, asleepBytes });
    }
    return { rounds: figures, sharedBytes: await allocated(path.join(server.dataDir, 'core')) };
  } finally {
    await server.stop();
  }
}

/** V8 compiles the database with its best compiler for a while, in the background; that takes up to 400 MB, and is over by then. */
const SETTLED_MS = 10_000;

/** The panel with its embedded database in a separate process, before anyone has signed in: when it answers, and later. */
async function panelMemory(): Promise<{ started: number; settled: number }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'panel-server.ts')], {
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  });
  const told = child.stdio[3];
  if (told) await once(told, 'data');
  const started = await memoryOf(child.pid);
  await setTimeout(SETTLED_MS);
  const settled = await memoryOf(child.pid);
  child.stdin?.end();
  await once(child, 'exit');
  return { started, settled };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

let missed = false;
function line(name: string, value: number, unit: string, digits: number, limit?: number): void {
  const over = limit !== undefined && value > limit;
  missed ||= over;
  const wanted = limit === undefined ? '' : `, limit ${limit} ${unit}: ${over ? 'MISSED' : 'met'}`;
  console.log(`  ${name}: ${value.toFixed(digits)} ${unit}${wanted}`);
}

const rounds = Number(process.argv[2] ?? 3);
for (const php of ['native', 'wasm'] as const) {
  try {
    const { rounds: all, sharedBytes } = await measure(php, rounds);
    const of = (key: keyof Figures) => median(all.map((one) => one[key]));
    console.log(`${php}, medians of ${rounds}`);
    line('disk of a fresh WordPress', of('diskBytes') / MEGABYTE, 'MB', 1, LIMITS.diskMb);
    line('disk that all sites share', sharedBytes / MEGABYTE, 'MB', 1);
    line('POST /site to the first page', of('createMs'), 'ms', 0, LIMITS.createMs[php]);
    line('asleep to the first page', of('wakeMs'), 'ms', 0, LIMITS.wakeMs);
    line('memory asleep', of('asleepBytes') / MEGABYTE, 'MB', 0);
    line(`memory after ${PAGES} pages`, of('activeBytes') / MEGABYTE, 'MB', 0);
  } catch (error) {
    if (!(error instanceof HostingError && error.code === 'RUNTIME_MISSING')) throw error;
    console.log(`${php}: not measured, ${error.message}`);
  }
}
console.log('panel');
const { started, settled } = await panelMemory();
line('memory with the embedded database, as it starts', started / MEGABYTE, 'MB', 0);
line(`the same ${SETTLED_MS / 1000} s later`, settled / MEGABYTE, 'MB', 0);
process.exit(missed ? 1 : 0);
