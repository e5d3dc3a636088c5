import autocannon from 'autocannon';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Started } from './embedded-server.ts';

/**
 * The two embedded databases under the same whole panel, interleaved in one run: start, memory, commits and calls. On a
 * shared machine, only ratios within one run are meaningful.
 */
const KINDS = ['pglite', 'postgres'] as const;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const CONNECTIONS = 20;
const SITES = 1000;
const REST_MS = 5000;

type Kind = (typeof KINDS)[number];
type Server = Started & {
  child: ChildProcess;
  readyMs: number;
  commits(writers: number): Promise<number>;
  stop(): Promise<void>;
};

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function start(kind: Kind, dataDir: string, accounts = 0): Promise<Server> {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      path.join(import.meta.dirname, 'embedded-server.ts'),
      String(accounts),
      String(SITES),
    ],
    {
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: '',
        PUBLIC_URL: '',
        SFTP_PORT: 'off',
        DNS_PORT: '0',
        HTTPS_PORT: '0',
        EMBEDDED_DATABASE: kind,
        DATA_DIR: dataDir,
      },
    },
  );
  const lines = createInterface({ input: child.stdio[3] as Readable });
  const exited = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The panel ended with ${code}.`)));
  exited.catch(() => undefined);
  const next = async <T>(): Promise<T> => {
    const [line] = (await Promise.race([once(lines, 'line'), exited])) as [string];
    return JSON.parse(line) as T;
  };
  const started = await next<Started>();
  return {
    ...started,
    child,
    readyMs: performance.now() - begun,
    async commits(writers) {
      child.stdin?.write(`${writers} 1000\n`);
      return next<number>();
    },
    async stop() {
      child.stdin?.end();
      await exited.catch(() => undefined);
    },
  };
}

/** A process and all below it. */
function tree(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has just ended.
    }
  }
  const below = (id: number): number[] => [
    id,
    ...[...parents].filter(([, up]) => up === id).flatMap(([one]) => below(one)),
  ];
  return below(pid);
}

/** Proportional set size of the whole tree, in MB: shared pages count once. */
function memoryMb(pid: number): number {
  const kilobytes = tree(pid).map((id) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

async function calls({ port, headers }: Server): Promise<number> {
  let connection = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}/site`,
    connections: CONNECTIONS,
    duration: 1,
    setupClient: (client) => client.setHeaders(headers[connection++ % headers.length] ?? {}),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 200, ${result.errors} failed.`);
  return result.requests.total / result.duration;
}

type Numbers = Record<Kind, number[]>;
const table = new Map<string, Numbers>();
function note(name: string, kind: Kind, value: number): void {
  const numbers = table.get(name) ?? { pglite: [], postgres: [] };
  numbers[kind].push(value);
  table.set(name, numbers);
}

async function starts(folder: string): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const kind of KINDS) {
      const dataDir = path.join(folder, `${kind}-${round}`);
      for (const when of ['fresh', 'reopened']) {
        const server = await start(kind, dataDir);
        note(`open the database, ${when} (ms)`, kind, server.openMs);
        note(`panel ready, ${when} (ms)`, kind, server.readyMs);
        if (when === 'reopened') {
          await wait(REST_MS);
          note('memory at rest (MB)', kind, memoryMb(server.child.pid ?? 0));
        }
        await server.stop();
      }
    }
  }
}

async function load(folder: string): Promise<void> {
  const servers = {
    pglite: await start('pglite', path.join(folder, 'load-pglite'), CONNECTIONS),
    postgres: await start('postgres', path.join(folder, 'load-postgres'), CONNECTIONS),
  };
  for (const kind of KINDS) await calls(servers[kind]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of round % 2 ? KINDS.toReversed() : KINDS) {
      note('list of sites (calls/s)', kind, await calls(servers[kind]));
      note('commits, one writer (1/s)', kind, await servers[kind].commits(1));
      note('commits, 8 writers (1/s)', kind, await servers[kind].commits(8));
    }
  }
  for (const kind of KINDS) note('memory after load (MB)', kind, memoryMb(servers[kind].child.pid ?? 0));
  for (const kind of KINDS) await servers[kind].stop();
}

const folder = mkdtempSync(path.join(tmpdir(), 'panel-bench-'));
try {
  await starts(folder);
  await load(folder);
  console.log(`${''.padEnd(34)}${'PGlite'.padStart(10)}${'PostgreSQL'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const [name, { pglite, postgres }] of table) {
    const ratio = median(postgres.map((value, round) => value / (pglite[round] ?? 1)));
    console.log(
      `${name.padEnd(34)}${median(pglite).toFixed(0).padStart(10)}${median(postgres).toFixed(0).padStart(12)}${ratio.toFixed(2).padStart(8)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
