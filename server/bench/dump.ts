/**
 * The largest memory of the panel and of the processes of the site while an SQL dump is imported, on native PHP with SQLite
 * and, where it is installed, with MariaDB. A dump of 20 MB comes first: what the memory grows by between the two depends on
 * the size. Exits with 1 when that, or a process of the site, is above its limit. Linux.
 * `node server/bench/dump.ts [megabytes]`, default 500.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limitsOfPlan } from '@panel/contract';
import { runCommand } from '../src/hosting/process/run-command.ts';
import { mariadbMissing, startMariadb } from '../test/hosting/mariadb-support.ts';
import { nativePhpMissing, openHost, progress, siteSpec } from '../test/hosting/hosting-support.ts';
import { uploaded } from '../test/import/import-support.ts';
import { dumpOf } from '../test/import/large-dump.ts';

const MB = 2 ** 20;
const BASE = path.join(import.meta.dirname, '../test/import/dumps/mysqldump.sql');
const SMALL_MB = 20;
/** More than this would be the dump, not the program that reads it. */
const SITE_LIMIT_MB = 250;
const GROWTH_LIMIT_MB = 64;
const SAMPLE_MS = 100;
const PATIENCE_MS = 3_600_000;
/** The database is a file of the site, which a smaller plan would not let grow so far. */
const LARGEST = limitsOfPlan('BUSINESS').site;
const megabytes = Number(process.argv[2] ?? 500);

/** The largest resident memory of each process below this one so far, in bytes. */
async function descendants(): Promise<Map<string, number>> {
  const seen = new Map<number, { parent: number; name: string; peak: number }>();
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const of = (field: string): string => new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(text)?.[1] ?? '';
    seen.set(Number(pid), { parent: Number(of('PPid')), name: of('Name'), peak: Number(of('VmHWM')) * 1024 });
  }
  const isBelow = (pid: number): boolean => {
    const parent = seen.get(pid)?.parent ?? 0;
    return parent === process.pid || (parent > 1 && isBelow(parent));
  };
  const peaks = new Map<string, number>();
  for (const [pid, { name, peak }] of seen)
    if (isBelow(pid)) peaks.set(name, Math.max(peaks.get(name) ?? 0, peak || 0));
  return peaks;
}

/** Of the panel, and of the largest process of the site. */
type Peaks = { panel: number; site: number };

/** Looks at the memory until the work is done. */
async function watched(work: Promise<unknown>): Promise<Peaks> {
  const most: Peaks = { panel: 0, site: 0 };
  let looking = false;
  const timer = setInterval(() => {
    most.panel = Math.max(most.panel, process.memoryUsage.rss());
    if (looking) return;
    looking = true;
    void descendants().then((peaks) => {
      looking = false;
      for (const [name, peak] of peaks) if (name !== 'mariadbd') most.site = Math.max(most.site, peak);
    });
  }, SAMPLE_MS);
  await work.finally(() => clearInterval(timer));
  return most;
}

/** A zip with a dump of about so many bytes, stored without compression. */
async function zipOfDump(folder: string, bytes: number): Promise<string> {
  const site = path.join(folder, `${bytes}`);
  await mkdir(path.join(site, 'wp-content/themes/mine'), { recursive: true });
  await writeFile(path.join(site, 'wp-content/themes/mine/style.css'), '/* Theme Name: Mine */');
  const dump = path.join(site, 'site.sql');
  await pipeline(createReadStream(BASE), createWriteStream(dump));
  await pipeline(dumpOf(bytes), createWriteStream(dump, { flags: 'a' }));
  const file = `${site}.zip`;
  const args = ['-q', '-0', '-r', file, '.'];
  const { code, stderr } = await runCommand({ file: 'zip', args, env: { PATH: process.env['PATH'] ?? '' }, cwd: site });
  if (code !== 0) throw new Error(`zip: ${stderr}`);
  await rm(site, { recursive: true });
  return file;
}

const folder = await mkdtemp(path.join(tmpdir(), 'panel-dump-'));
const missing = await nativePhpMissing();
if (missing !== null || !existsSync('/proc/self/status')) throw new Error(missing ?? 'This needs Linux.');
const mariadb = (await mariadbMissing()) === null ? await startMariadb() : null;
try {
  for (const [engine, settings] of [
    ['SQLite', {}],
    ['MariaDB', mariadb && { databaseUrl: mariadb.url }],
  ] as const) {
    if (settings === null) {
      console.log(`${engine}: not installed`);
      continue;
    }
    const host = await openHost('native', settings, {}, async () => LARGEST);
    try {
      let small: Peaks | null = null;
      for (const size of [SMALL_MB, megabytes]) {
        const file = await zipOfDump(folder, size * MB);
        const spec = siteSpec(`dump-${size}`, { from: { kind: 'import', ...uploaded(file) }, adminUser: '' });
        const began = performance.now();
        const most = await watched(host.driver.create(spec, progress(AbortSignal.timeout(PATIENCE_MS))));
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        const peaks: Peaks = { panel: Math.round(most.panel / MB), site: Math.round(most.site / MB) };
        const { panel, site } = peaks;
        const zip = Math.round((await stat(file)).size / MB);
        console.log(
          `${engine}, dump of ${zip} MB: ${seconds} s, largest MB: panel ${panel}, a process of the site ${site}`,
        );
        small ??= peaks;
        const growth = Math.max(panel - small.panel, site - small.site);
        if (site > SITE_LIMIT_MB || growth > GROWTH_LIMIT_MB) process.exitCode = 1;
        await host.driver.destroy(spec.siteId);
        await rm(file);
      }
    } finally {
      await host.close();
    }
  }
} finally {
  await mariadb?.stop();
  await rm(folder, { recursive: true, force: true });
}
