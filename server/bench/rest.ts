/**
 * Memory of the panel with demo data at rest, 30 s after it is ready, and its largest since it began: on a first start
 * and on the next. Runs the server as `npm start` does; needs a build and Linux. Exits with 1 when the memory at rest is
 * above the limit. `node server/bench/rest.ts [MB]`, default 300.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { environment, NODE_24, ROOT } from '../../scripts/lib/paths.mjs';
import { serverLimits } from '../../scripts/lib/server-limits.mjs';

const REST_MS = 30_000;
const FREE_PORTS = { PORT: '0', SFTP_PORT: '0', DNS_PORT: '0', HTTPS_PORT: '0' };
const REPORT = pathToFileURL(path.join(import.meta.dirname, 'rest-report.ts')).href;
const most = Number(process.argv[2] ?? 300);

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** The largest resident memory of a process since it began, in bytes. */
const largest = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Starts the panel, waits, prints its memory and ends it. Returns the resident megabytes. */
async function measure(name: string, dataDir: string): Promise<number> {
  const { env, flags } = serverLimits();
  const args = [...flags, '--disable-warning=ExperimentalWarning', '--import', REPORT, 'server/src/main.ts'];
  const panel = spawn(NODE_24, args, {
    cwd: ROOT,
    env: environment({ ...env, ...FREE_PORTS, DATA_DIR: dataDir, SEED: 'demo' }),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(panel, 'exit');
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: panel.stdout ?? process.stdin }).on(
      'line',
      (line) => line.startsWith('Ready') && resolve(),
    );
    void ended.then(() => reject(new Error('The panel ended.')));
  });
  const started = performance.now();
  await ready;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  await setTimeout(REST_MS);
  panel.send('memory');
  const [use]: NodeJS.MemoryUsage[] = await once(panel, 'message');
  const peak = largest(panel.pid);
  panel.kill('SIGTERM');
  await ended;
  if (!use) throw new Error('The panel did not say its memory.');
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = use;
  const figures = { rss, 'largest rss': peak, 'heap used': heapUsed, heap: heapTotal, external, buffers: arrayBuffers };
  const text = Object.entries(figures).map(([what, bytes]) => `${what} ${megabytes(bytes)}`);
  console.log(`${name}: ready after ${seconds} s; MB at rest: ${text.join(', ')}`);
  return megabytes(rss);
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-rest-'));
try {
  const resting = [await measure('first start', dataDir), await measure('next start', dataDir)];
  console.log(`${Math.max(...resting)} MB at most; wanted ${most}`);
  if (Math.max(...resting) > most) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
