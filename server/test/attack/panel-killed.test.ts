import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { openSiteResources } from '../../src/hosting/limits/site-resources.ts';
import { countMarked } from '../../src/hosting/process/leftovers.ts';
import { until } from '../hosting/hosting-support.ts';
import { sandboxMissing } from './sandbox-support.ts';
import { QUICK_START } from '../quick-start.ts';

test(
  'kill -9 of the panel also ends its sites; the next start removes their cgroups and sockets',
  { skip: await sandboxMissing() },
  async (t) => {
    const token = randomBytes(16).toString('hex');
    const child = spawn(
      process.execPath,
      [...QUICK_START, path.join(import.meta.dirname, 'serve-until-killed.ts'), token],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').once('data', resolve);
      child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    });
    const { dataDir } = JSON.parse(line) as { dataDir: string };
    t.after(() => rm(dataDir, { recursive: true, force: true }));
    await until('PHP runs', async () => (await countMarked(token)) >= 3);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await until('nothing of the site runs', async () => (await countMarked(token)) === 0);
    assert.equal((await readdir(path.join(dataDir, 'run'))).length, 1);

    const next = await openSiteResources(dataDir);
    await next.close();
    assert.deepEqual(await readdir(path.join(dataDir, 'run')), []);
    const cgroups = await readdir('/sys/fs/cgroup', { recursive: true }).catch(() => []);
    assert.deepEqual(
      cgroups.filter((folder) => folder.includes(`panel-sites-${child.pid}-`)),
      [],
    );
  },
);
