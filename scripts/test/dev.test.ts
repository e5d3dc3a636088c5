import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../server/src/testing/poll.ts';
import { freePort } from '../lib/free-port.mjs';
import { environment, ROOT } from '../lib/paths.mjs';
import { endProcess } from '../lib/processes.mjs';

const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-dev-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

const isTaken = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });

test('npm run dev serves a panel and a remote, and frees both ports when npm gets SIGTERM', async (t) => {
  const [port, remotePort] = [await freePort(), await freePort()];
  const env = { PORT: `${port}`, REMOTE_PORT: `${remotePort}`, DATA_DIR: dataDir, DATABASE_URL: '', SEED: 'none' };
  const npm = spawn('npm', ['run', 'dev', '--', 'help'], { cwd: ROOT, env: environment(env), detached: true });
  t.after(() => endProcess(npm));
  let said = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(npm, 'exit');
  await until('the panel is ready', async () => {
    assert.equal(npm.exitCode, null, said);
    return said.includes(`on port ${port}`);
  });
  assert.deepEqual([await isTaken(port), await isTaken(remotePort)], [true, true]);
  npm.kill('SIGTERM');
  await ended;
  await until('both ports are free', async () => !(await isTaken(port)) && !(await isTaken(remotePort)));
});
