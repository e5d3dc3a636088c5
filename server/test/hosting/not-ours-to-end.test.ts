import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { withEgress } from '../../src/hosting/egress/with-egress.ts';
import type { Egress } from '../../src/hosting/egress/egress.ts';
import { endAndRemove } from '../../src/hosting/limits/cgroup-tree.ts';
import { isAlive } from '../../src/kernel/is-alive.ts';
import { killGroup } from '../../src/hosting/process/run-command.ts';
import type { SiteRuntime } from '../../src/hosting/runtime/site-runtime.ts';

const SKIP = process.getuid?.() === 0 ? false : 'only root may start a process of another user';
const [DAEMON, NOBODY] = [1, 65534];

/** A process of another user; this one has dropped root and must not end it. */
async function strangersProcess(t: TestContext): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], {
    cwd: '/',
    uid: DAEMON,
    gid: DAEMON,
    detached: true,
    stdio: 'ignore',
  });
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  process.seteuid?.(NOBODY);
  t.after(() => {
    process.seteuid?.(0);
    child.kill('SIGKILL');
  });
  return child.pid ?? 0;
}

test('a process group that now belongs to another user stays, without an error', { skip: SKIP }, async (t) => {
  const pid = await strangersProcess(t);
  assert.throws(() => process.kill(pid, 'SIGKILL'), { code: 'EPERM' });
  killGroup(pid, 'SIGKILL');
  assert.ok(isAlive(pid));
});

test('a cgroup with a process of another user stays, without an error', { skip: SKIP }, async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-cgroup-'));
  await chmod(folder, 0o755);
  const pid = await strangersProcess(t);
  process.seteuid?.(0);
  await writeFile(path.join(folder, 'cgroup.procs'), `${pid}\n`);
  process.seteuid?.(NOBODY);
  await endAndRemove(folder);
  assert.ok(isAlive(pid));
  process.seteuid?.(0);
  await rm(folder, { recursive: true });
});

test('channels of a site that cannot be closed after its end are left', async () => {
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const close = () => {
    closed.resolve();
    return Promise.reject(new Error('the folder stays'));
  };
  const egress: Pick<Egress, 'open'> = {
    open: async () => ({ channels: { egress: '/nowhere', mail: '/nowhere' }, close }),
  };
  const none = () => Promise.reject(new Error('no commands here'));
  const php: SiteRuntime = {
    ...{ kind: 'native', phpVersion: '8.4', sharesCore: false, script: none, wp: none },
    ...{ own: async () => undefined, release: async () => undefined },
    serve: async () => ({
      endpoint: { socketPath: '/nowhere' },
      pid: 1,
      exited,
      stop: async () => exit(),
      usage: async () => ({ cpuMs: 0, rssBytes: 0 }),
    }),
  };
  const limits = { token: '', limits: limitsOfPlan('FREE').site, hit: () => undefined };
  const site = await withEgress(php, egress).serve({ siteId: 'a', live: '/nowhere', tmp: '/nowhere' }, limits);
  await site.stop();
  await closed.promise;
  // An unhandled error would come before this and fail the test.
  await new Promise((resolve) => setImmediate(resolve));
});
