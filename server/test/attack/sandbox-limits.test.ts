import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { openCgroups } from '../../src/hosting/limits/site-cgroup.ts';
import { until } from '../hosting/hosting-support.ts';
import { FREE, mustOpen, sandboxMissing } from './sandbox-support.ts';
import type { BareSite, Sandbox } from './sandbox-support.ts';

const MISSING = await sandboxMissing();
const MB = 2 ** 20;
const LIMITS = { ...FREE, memoryMb: 192, fileSizeMb: 8, processes: 16, openFiles: 256 };

const cgroups = await openCgroups();
const [counts, limited] = [cgroups.controls('pids'), cgroups.controls('memory')];
await cgroups.close();

for (const mode of ['auto', 'off'] as const) {
  describe(`a site’s limits apply on native PHP, sandbox ${mode}`, { skip: MISSING }, () => {
    let sandbox: Sandbox;
    let site: BareSite;
    let neighbour: BareSite;
    const hostile = () => sandbox.site('hostile');
    /** The keeper's handling of an ended site. */
    const restart = async () => {
      await site.process.stop();
      site = await sandbox.serve(await hostile(), { limits: LIMITS });
      assert.equal((await site.run('echo "well";')).body, 'well');
    };

    before(async () => {
      sandbox = await mustOpen(mode);
      site = await sandbox.serve(await hostile(), { limits: LIMITS });
      neighbour = await sandbox.serve(await sandbox.site('neighbour'));
    });
    after(() => sandbox.close());

    test('memory: raising PHP’s own limit runs into the site’s, which is reported, and affects nobody else', async () => {
      const { process } = site;
      const asked = site
        .run(
          `ini_set('memory_limit', '-1'); $all = array(); for ($i = 0; $i < 1500; $i++) { $all[] = str_repeat(chr(65 + $i % 26), ${MB}); } echo 'has ', count($all);`,
        )
        .catch(() => null);
      let most = 0;
      const watch = setInterval(
        () => void process.usage().then(({ rssBytes }) => (most = Math.max(most, rssBytes))),
        20,
      );
      const answer = await asked;
      clearInterval(watch);
      assert.doesNotMatch(answer?.body ?? '', /has/);
      if (limited) assert.ok(most < (LIMITS.memoryMb + 16) * MB, `${most / MB} MB`);
      await until('the limit is reported', () => sandbox.hits.includes('memory'));
      await restart();
      assert.equal((await neighbour.run('echo "well";')).body, 'well');
    });

    test('files: none exceeds the limit, which is reported, and the server survives', async () => {
      const { pid } = site.process;
      const answer = await site.run(`
        $file = fopen(sys_get_temp_dir() . '/large', 'w'); $part = str_repeat('x', 65536);
        for ($all = 0; $all < 64 * ${MB} && $part === substr($part, 0, (int) $done = @fwrite($file, $part)); $all += $done) { }
        fwrite($file, $part); clearstatcache(); echo filesize(sys_get_temp_dir() . '/large'), ' ', json_encode(@ftruncate($file, 1 << 40));`);
      assert.equal(answer.body, `${LIMITS.fileSizeMb * MB} false`);
      await until('the limit is reported', () => sandbox.hits.includes('fileSize'));
      assert.equal((await site.run('echo "well";')).body, 'well');
      assert.equal(site.process.pid, pid);
    });

    test('open files: no more than the plan allows', async () => {
      const answer = await site.run(
        `for ($all = array(); count($all) < 1000 && $file = @fopen('/dev/null', 'r'); $all[] = $file) { } echo count($all);`,
      );
      assert.ok(Number(answer.body) > 100 && Number(answer.body) < LIMITS.openFiles, answer.body);
    });

    test('processes: an exploit of PHP starts no more than the plan allows', async (t) => {
      if (!counts && sandbox.php.isolation.kind === 'none') return t.skip('neither cgroups nor a user of its own');
      const result = await sandbox.broken(
        await hostile(),
        `
        for ($children = array(); count($children) < 200; $children[] = $child) {
          $child = @pcntl_fork();
          if (0 === $child) { sleep(20); exit; }
          if ($child < 0) { break; }
        }
        foreach ($children as $child) { posix_kill($child, 9); }
        echo count($children);`,
        LIMITS,
      );
      assert.equal(result.code, 0, result.stderr);
      assert.ok(Number(result.stdout) > 2 && Number(result.stdout) < LIMITS.processes, result.stdout);
    });

    test('a site has a lower priority than the panel, for the processor and the disk', async () => {
      const stat = await site.run(`echo file_get_contents('/proc/self/stat');`);
      const nice = stat.body.slice(stat.body.lastIndexOf(')') + 2).split(' ')[16];
      assert.equal(nice, '10');
      const disk = spawnSync('ionice', ['-p', String(site.process.pid)], { encoding: 'utf8' });
      if (disk.error === undefined) assert.equal(disk.stdout.trim(), 'best-effort: prio 7', disk.stderr);
    });

    test('a site’s processor time and memory are measured', async () => {
      const before_ = await site.process.usage();
      await site.run(
        `$used = fn() => getrusage()['ru_utime.tv_sec'] + getrusage()['ru_utime.tv_usec'] / 1e6; for ($end = $used() + 0.2; $used() < $end;) { }`,
      );
      const after_ = await site.process.usage();
      assert.ok(after_.cpuMs - before_.cpuMs >= 100, JSON.stringify([before_, after_]));
      assert.ok(after_.rssBytes > 4 * MB && after_.rssBytes < LIMITS.memoryMb * MB, JSON.stringify(after_));
    });

    test('a flood of its log stays with the site', async () => {
      const answer = await site.run(
        `for ($i = 0; $i < 20000; $i++) { error_log(str_repeat('x', 1000)); } echo 'done';`,
      );
      assert.equal(answer.body, 'done');
      assert.equal((await neighbour.run('echo "well";')).body, 'well');
    });

    test('a stopped site leaves no process and no cgroup', async () => {
      assert.equal((await cgroupsOf('hostile')).length > 0, counts || limited);
      await site.process.stop();
      assert.deepEqual(await cgroupsOf('hostile'), []);
      await assert.rejects(readFile(`/proc/${site.process.pid}/stat`));
    });
  });
}

/** A site's folders in this process's cgroups. */
async function cgroupsOf(site: string): Promise<string[]> {
  const all = await readdir('/sys/fs/cgroup', { recursive: true }).catch(() => []);
  return all.filter((folder) => folder.includes(`panel-sites-${process.pid}-`) && folder.endsWith(`/${site}`));
}
