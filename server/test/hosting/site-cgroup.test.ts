import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { ownCgroups } from '../../src/hosting/limits/cgroup-base.ts';
import { parseStat } from '../../src/hosting/limits/process-tree.ts';
import { openCgroups } from '../../src/hosting/limits/site-cgroup.ts';

const LIMITS = { ...limitsOfPlan('FREE').site, memoryMb: 300, cpuPercent: 150, processes: 20 };

/** A simulated kernel: `mounts` and `cgroup` are files of /proc/self; `@` is replaced by this test's folder. */
async function kernel(t: TestContext, mounts: string, cgroup: string, folders: Record<string, string> = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'kernel-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  await mkdir(path.join(root, 'proc'));
  await writeFile(path.join(root, 'proc/mountinfo'), mounts.replaceAll('@', root));
  await writeFile(path.join(root, 'proc/cgroup'), cgroup);
  for (const [folder, controllers] of Object.entries(folders)) {
    await mkdir(path.join(root, folder), { recursive: true });
    if (controllers !== '') await writeFile(path.join(root, folder, 'cgroup.controllers'), controllers);
  }
  return { root, proc: path.join(root, 'proc'), read: (file: string) => readFile(path.join(root, file), 'utf8') };
}

describe('cgroups of this process', () => {
  test('version 1 has a tree for each controller, or for several together', async (t) => {
    const { root, proc } = await kernel(
      t,
      [
        '31 23 0:28 / @/fs rw - tmpfs tmpfs rw',
        '32 31 0:29 / @/fs/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
        '33 31 0:30 / @/fs/memory rw - cgroup cgroup rw,memory',
        '34 31 0:31 / @/fs/systemd rw - cgroup cgroup rw,name=systemd',
      ].join('\n'),
      '9:name=systemd:/x\n4:memory:/user/panel\n2:cpu,cpuacct:/\n0::/\n',
    );
    assert.deepEqual(await ownCgroups(proc), [
      { version: 1, folder: `${root}/fs/cpu,cpuacct`, controllers: ['cpu', 'cpuacct'] },
      { version: 1, folder: `${root}/fs/memory/user/panel`, controllers: ['memory'] },
    ]);
  });

  test('in a container the tree begins at its own cgroup', async (t) => {
    const { root, proc } = await kernel(
      t,
      '33 31 0:30 /docker/abc @/fs/memory rw - cgroup cgroup rw,memory',
      '4:memory:/docker/abc/panel\n',
    );
    assert.deepEqual(
      (await ownCgroups(proc)).map(({ folder }) => folder),
      [`${root}/fs/memory/panel`],
    );
  });

  test('version 2 has one tree; the limits of a site use its names, above its servers and commands', async (t) => {
    const { root, proc, read } = await kernel(t, '41 31 0:38 / @/fs rw - cgroup2 cgroup2 rw', '0::/panel.service\n', {
      'fs/panel.service': 'cpu io memory pids',
    });
    assert.deepEqual((await ownCgroups(proc))[0]?.controllers, ['memory', 'cpu', 'cpuacct', 'pids']);
    const cgroups = await openCgroups(proc);
    const site = await cgroups.site('shop', LIMITS);
    const [join = ''] = site.joinFiles;
    const branch = path.relative(root, path.dirname(path.dirname(path.dirname(join))));
    assert.match(branch, new RegExp(`^fs/panel\\.service/panel-sites-${process.pid}-[0-9a-f]{8}-\\d+$`));
    assert.equal(await read('fs/panel.service/cgroup.subtree_control'), '+memory +cpu +pids');
    assert.equal(await read(`${branch}/cgroup.subtree_control`), '+memory +cpu +pids');
    assert.equal(await read(`${branch}/cpu.weight`), '50');
    const written = Object.fromEntries(
      await Promise.all(
        ['memory.max', 'memory.swap.max', 'memory.oom.group', 'cpu.max', 'pids.max'].map(async (file) => [
          file,
          await read(`${branch}/shop/${file}`),
        ]),
      ),
    );
    assert.deepEqual(written, {
      'memory.max': String(300 * 2 ** 20),
      'memory.swap.max': '0',
      'memory.oom.group': '1',
      'cpu.max': '150000 100000',
      'pids.max': '20',
    });

    await mkdir(path.dirname(join), { recursive: true });
    const part = path.relative(root, path.dirname(join));
    await writeFile(path.join(root, part, 'cpu.stat'), 'usage_usec 2500000\nnr_throttled 0\n');
    await writeFile(path.join(root, branch, 'shop/memory.stat'), 'anon 1048576\nfile 5\n');
    await writeFile(path.join(root, branch, 'shop/memory.events'), 'max 5\noom 1\noom_kill 2\n');
    await writeFile(path.join(root, branch, 'shop/pids.events'), 'max 7\n');
    await writeFile(path.join(root, branch, 'shop/cpu.stat'), 'usage_usec 1\nnr_throttled 9\n');
    assert.deepEqual(await site.usage(), { cpuMs: 2500, rssBytes: 1_048_576 });
    assert.deepEqual(await site.counts(), { memory: 2, processes: 7, cpu: 9 });
  });

  test('without any, sites run without them', async (t) => {
    const { proc } = await kernel(t, '', '0::/\n');
    const cgroups = await openCgroups(proc);
    const site = await cgroups.site('shop', LIMITS);
    assert.deepEqual(
      [site.joinFiles, await site.usage(), await site.counts()],
      [[], null, { memory: 0, processes: 0, cpu: 0 }],
    );
    await site.close();
    await cgroups.close();
  });
});

/** In a cgroup with a tenth of a processor, as a small container has it: a site whose plan allows more. */
const IN_SMALL_CONTAINER = `
  import { cpus } from 'node:os';
  import { slowDown } from ${JSON.stringify(path.resolve('scripts/lib/slow-processor.mjs'))};
  const undo = slowDown(10 * cpus().length);
  if (process.argv.includes('site')) {
    const { openCgroups } = await import(${JSON.stringify(path.resolve('server/src/hosting/limits/site-cgroup.ts'))});
    const cgroups = await openCgroups();
    const site = await cgroups.site('shop', ${JSON.stringify(LIMITS)});
    console.log(site.controls('cpu'));
    await site.close();
    await cgroups.close();
  }
  undo();`;
const inSmallContainer = (...args: string[]) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', IN_SMALL_CONTAINER, ...args], { encoding: 'utf8' });

test(
  'a site may be allowed more than the container has',
  { skip: inSmallContainer().status !== 0 && 'no cgroup can be made' },
  () => {
    const { stdout, stderr } = inSmallContainer('site');
    assert.equal(stdout, 'true\n', stderr);
  },
);

test('a process’s usage is parsed behind its name, whatever that is', () => {
  const fields = (name: string) =>
    `77 (${name}) S 42 77 77 0 -1 4194560 100 200 0 0 10 20 30 40 30 10 1 0 5000 1000000 256 18446744073709551615`;
  for (const name of ['php', 'a) S 1 (b', ''])
    assert.deepEqual(parseStat(fields(name)), { parent: 42, cpuMs: 1000, rssBytes: 256 * 4096 });
  assert.equal(parseStat(''), null);
});
