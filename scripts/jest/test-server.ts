import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { QUICK_START } from '../lib/paths.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');
const MAIN = path.join('server', 'src', 'testing', 'main.ts');
const START_MS = 90_000;

/**
 * The one real server of a page test run. Its address is known immediately and the first connection starts it, so
 * unit tests do not wait for it. Connections are forwarded byte by byte.
 */
export type TestServer = { address: string; stop: () => Promise<void> };

export async function createTestServer(env: Record<string, string> = {}): Promise<TestServer> {
  let child: ChildProcess | undefined;
  let started: Promise<URL> | undefined;
  const sockets = new Set<Socket>();

  const start = (): Promise<URL> => {
    started ??= startChild(env).then(({ process: own, address }) => {
      child = own;
      return address;
    });
    return started;
  };

  const door: Server = createServer((incoming) => {
    sockets.add(incoming);
    incoming.once('close', () => sockets.delete(incoming));
    incoming.on('error', () => incoming.destroy());
    start().then(
      (address) => {
        const outgoing = connect(Number(address.port), address.hostname.replace('localhost', '127.0.0.1'));
        outgoing.on('error', () => incoming.destroy());
        incoming.once('close', () => outgoing.destroy());
        incoming.pipe(outgoing).pipe(incoming);
      },
      (error: Error) => {
        console.error(`The test server did not start: ${error.message}`);
        incoming.destroy();
      },
    );
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');

  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      door.close();
      await started?.catch(() => undefined);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child?.kill('SIGKILL'), 15_000);
      await gone;
      clearTimeout(force);
    },
  };
}

/** Starts the server and waits for its first line of JSON, which holds its address. */
async function startChild(env: Record<string, string>): Promise<{ process: ChildProcess; address: URL }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...QUICK_START, MAIN], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, NODE_ENV: 'test', NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'error' },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors = (errors + chunk).slice(-4000)));
  const lines = createInterface({ input: child.stdout });
  let timer: NodeJS.Timeout | undefined;
  const address = new Promise<URL>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no address within ${START_MS / 1000} s. ${errors}`)), START_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`it ended with code ${code}. ${errors}`)));
    lines.on('line', (line) => {
      const found = /"(?:address|url)"\s*:\s*"([^"]+)"/.exec(line)?.[1];
      if (found) resolve(new URL(found));
    });
  });
  try {
    return { process: child, address: await address };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
