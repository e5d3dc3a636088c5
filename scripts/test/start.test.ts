import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { NEVER_MS, until } from '../../server/src/testing/poll.ts';
import { freePort } from '../lib/free-port.mjs';
import { ROOT } from '../lib/paths.mjs';
import { endProcess } from '../lib/processes.mjs';

const START = path.join(import.meta.dirname, '..', 'start.mjs');
const folders: string[] = [];
const temporary = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-start-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Launched = { child: ChildProcess; text: () => string; errors: () => string; ended: Promise<number | null> };

function launch(
  args: readonly string[],
  env: Record<string, string>,
  [program = '', ...words]: readonly string[] = [process.execPath, START],
): Launched {
  const child = spawn(program, [...words, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', PUBLIC_URL: '', ...env },
  });
  let out = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, text: () => out, errors: () => errors, ended };
}

/** The output of a start that cannot work: the message, and nothing else. */
async function refusal(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { ended, errors } = launch(args, env);
  assert.equal(await ended, 1);
  const lines = errors().trimEnd().split('\n');
  assert.equal(lines.length, 1, `one line, not:\n${errors()}`);
  return lines[0] ?? '';
}

function status(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/healthz', headers: { host: `localhost:${port}` } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    asked.once('error', reject);
    asked.end();
  });
}

async function ready({ text, errors, child, ended }: Launched): Promise<void> {
  const limit = AbortSignal.timeout(NEVER_MS);
  const said = (): string => `${text()}${errors()}`;
  while (!text().includes('Stop with Ctrl-C')) {
    assert.equal(child.exitCode, null, `it ended early: ${said()}`);
    assert.ok(child.stdout);
    await Promise.race([once(child.stdout, 'data', { signal: limit }), ended]).catch((cause: unknown) => {
      throw new Error(`not ready: ${said()}`, { cause });
    });
  }
}

/** Processes with the data folder in their environment: the server and its descendants. */
function processesOf(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataDir}`);
      } catch {
        return false;
      }
    });
}

const serverOf = (dataDir: string): number | undefined =>
  processesOf(dataDir).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .some((part) => part.endsWith(path.join('server', 'src', 'main.ts'))),
  );

/** The server throws an unhandled error: a running request gets its response, and the launcher starts a new server. */
async function survivesAnError({ text }: Launched, port: number, dataDir: string): Promise<void> {
  const host = { host: `localhost:${port}`, accept: 'application/json' };
  const first = await new Promise<IncomingMessage>(
    (resolve, reject) =>
      void request({ host: '127.0.0.1', port, path: '/partner/whitelabel', headers: host }, (answer) =>
        resolve(answer.resume()),
      )
        .once('error', reject)
        .end(),
  );
  const cookies = (first.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '';
  const body = JSON.stringify({ email: 'nobody@aurora.example', password: 'Wrong-panel-1' });
  const asked = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/login',
    headers: {
      ...host,
      'content-type': 'application/json',
      'content-length': body.length,
      cookie: cookies.join('; '),
      'x-xsrf-token': token,
      expect: '100-continue',
    },
  });
  const answered = once(asked, 'response');
  asked.flushHeaders();
  await once(asked, 'continue');
  asked.write(body.slice(0, 10));

  const server = serverOf(dataDir);
  assert.ok(server);
  process.kill(server, 'SIGUSR2');
  await until('no new connections are taken', async () => (await status(port).catch(() => 0)) === 0);
  asked.end(body.slice(10));
  const [answer] = (await answered) as [IncomingMessage];
  assert.equal(answer.resume().statusCode, 400, 'the running request ends as it would have');

  await until(
    'a new server answers',
    async () => serverOf(dataDir) !== server && (await status(port).catch(() => 0)) === 200,
  );
  await until('the launcher to report the restart', async () => text().includes('The server runs again.'));
  assert.match(text(), /with code 70[^]*Starting it again in 1\.0 s \(restart 1\)/);
}

describe('a start that cannot work prints one line with the reason', () => {
  test('a wrong variable', async () => {
    assert.match(await refusal([], { PORT: 'many' }), /^PORT is "many"/);
  });
  test('a taken port', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    assert.match(
      await refusal([], { PORT: String(port), DATA_DIR: temporary() }),
      new RegExp(`Port ${port} is in use`),
    );
    taken.close();
  });
  test('an option that does not exist', async () => {
    assert.match(await refusal(['--rest'], {}), /--rest/);
  });
  test('a reset of a folder that is not a panel’s', async () => {
    const folder = temporary();
    writeFileSync(path.join(folder, 'letters.txt'), 'dear');
    assert.match(await refusal(['--reset', '--yes'], { DATA_DIR: folder }), /does not look like a data folder/);
    assert.equal(readFileSync(path.join(folder, 'letters.txt'), 'utf8'), 'dear');
  });
  test('a reset without a terminal to confirm', async () => {
    const folder = temporary();
    writeFileSync(path.join(folder, 'panel.lock'), '');
    assert.match(await refusal(['--reset'], { DATA_DIR: folder }), /add --yes/);
    assert.ok(existsSync(path.join(folder, 'panel.lock')));
  });
});

describe('a start that works', () => {
  test('prints addresses and accounts, rejects a second panel on its data, and ends all it started', async () => {
    const dataDir = temporary();
    const port = await freePort();
    const launched = launch([], {
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(ROOT, 'server/src/testing/throw-on-signal.ts')).href}`,
    });
    try {
      await ready(launched);
      assert.match(launched.text(), new RegExp(`http://aurora\\.localhost:${port}`));
      assert.match(launched.text(), /customer@aurora\.example +customer +Demo-panel-1/);
      assert.ok(!/\r/.test(launched.text()), 'no cursor movements where there is no terminal');
      assert.equal(await status(port), 200);
      await survivesAnError(launched, port, dataDir);
      assert.match(
        await refusal([], { PORT: String(await freePort()), DATA_DIR: dataDir }),
        /in use by another running panel/,
      );
      assert.match(
        await refusal(['--reset', '--yes'], { PORT: String(await freePort()), DATA_DIR: dataDir }),
        /in use by another running panel/,
      );
      const running = processesOf(dataDir);
      assert.ok(running.length >= 2, 'launcher and server');
      launched.child.kill('SIGTERM');
      assert.equal(await launched.ended, 143);
      assert.deepEqual(processesOf(dataDir), []);
      assert.ok(existsSync(path.join(dataDir, 'logs', 'panel.log')));
    } finally {
      await endProcess(launched.child);
    }

    const fresh = launch(['--reset', '--yes'], { PORT: String(port), DATA_DIR: dataDir });
    try {
      await ready(fresh);
      assert.equal(await status(port), 200);
      fresh.child.kill('SIGINT');
      assert.equal(await fresh.ended, 130);
    } finally {
      await endProcess(fresh.child);
    }

    // npm ends at once, without passing the signal on.
    const byNpm = launch([], { PORT: String(port), DATA_DIR: dataDir }, ['npm', 'start', '--']);
    try {
      await ready(byNpm);
      byNpm.child.kill('SIGTERM');
      await until('all that npm started has ended', async () => processesOf(dataDir).length === 0);
    } finally {
      await endProcess(byNpm.child);
    }
  });
});
