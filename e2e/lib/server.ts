import { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { environment, NODE_24, QUICK_START, ROOT } from '../../scripts/lib/paths.mjs';
import { endProcess, start } from '../../scripts/lib/processes.mjs';
import { SLOWER } from '../../scripts/lib/slower.mjs';

const READY_MS = 180_000 * SLOWER;

export type Account = { host: string; email: string; role: string; password: string };
export type Announced = { addresses: { label: string; url: string }[]; accounts: Account[] };

export type Panel = Announced & {
  port: number;
  dataDir: string;
  /** The last 400 lines of the server's log. */
  log: () => string;
  /** Ends it gracefully, then with `kill -9`. The data folder stays. */
  stop: () => Promise<void>;
  /** Ends it immediately, like a power cut. */
  kill: () => Promise<void>;
  /** Removes the data folder; after `stop`. */
  remove: () => void;
};

export type PanelOptions = { port?: number; dataDir?: string; env?: Record<string, string> };

/** Address of a panel host; `aurora` is short for `aurora.localhost`. */
export const originOf = (host: string, port: number): string =>
  `http://${host.includes('localhost') ? host : `${host}.localhost`}:${port}`;

/**
 * Starts the built product with demo data, in a new data folder unless one is given.
 * @throws Error with the server's last output when it does not become ready
 */
export async function startPanel({ port, dataDir, env = {} }: PanelOptions = {}): Promise<Panel> {
  const own = port ?? (await freePort());
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'panel-e2e-'));
  const child = start(
    NODE_24,
    ['--disable-warning=ExperimentalWarning', ...QUICK_START, path.join('server', 'src', 'main.ts')],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment({
        DATABASE_URL: '',
        PUBLIC_URL: '',
        // Several panels run at once, and no journey needs them.
        SFTP_PORT: 'off',
        HTTPS_PORT: 'off',
        DNS_PORT: 'off',
        SITE_PICTURES: 'off',
        TEST_PROCESSOR: 'auto',
        ...env,
        PORT: String(own),
        DATA_DIR: folder,
        PANEL_LAUNCHER: '1',
      }),
    },
  );
  const lines: string[] = [];
  const announced = await announcementOf(child, lines);
  return {
    ...announced,
    port: own,
    dataDir: folder,
    log: () => lines.join('\n'),
    stop: () => endProcess(child),
    kill: () => endProcess(child, { signal: 'SIGKILL', graceMs: 0 }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function announcementOf(child: ChildProcess, lines: string[]): Promise<Announced> {
  const keep = (line: string): void => {
    lines.push(line);
    if (lines.length > 400) lines.shift();
  };
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The server has no output.');
  createInterface({ input: stderr }).on('line', keep);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Announced>((resolve, reject) => {
      const failed = (why: string): void => reject(new Error(`The server ${why}.\n${lines.slice(-30).join('\n')}`));
      timer = setTimeout(() => failed(`was not ready within ${READY_MS / 1000} s`), READY_MS);
      child.once('error', reject);
      child.once('close', (code) => failed(`ended with code ${code}`));
      createInterface({ input: stdout }).on('line', (line) => {
        if (line.startsWith('@ready ')) resolve(JSON.parse(line.slice('@ready '.length)) as Announced);
        else keep(line);
      });
    });
  } catch (error) {
    await endProcess(child, { graceMs: 2000 });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Status of one GET with the host of the panel or of a site; Node does not resolve names below localhost. */
export function statusOf(host: string, port: number, pathname = '/'): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: pathname, headers: { host: `${host}:${port}` } },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}
