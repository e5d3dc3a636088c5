import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { hostingConfigFromEnv } from '../../src/hosting/index.ts';
import { prepareWordPress, sweepDownloads } from '../../src/hosting/runtime/wordpress-source.ts';
import { prepareOtherVersions } from '../../src/hosting/runtime/wordpress-versions.ts';
import { otherVersions } from '../site/upgrade-support.ts';

test('interrupted downloads are removed; a running one and finished ones stay', async () => {
  const cache = await mkdtemp(path.join(tmpdir(), 'panel-cache-'));
  try {
    for (const name of ['tmp-old', 'tmp-now', 'wordpress-1'])
      await mkdir(path.join(cache, name, 'ready'), { recursive: true });
    const before = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ['tmp-old', 'wordpress-1']) await utimes(path.join(cache, name), before, before);
    await sweepDownloads(cache);
    assert.deepEqual((await readdir(cache)).sort(), ['tmp-now', 'wordpress-1']);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
});

test('a release that is not complete is left out, and prepared once it is', async () => {
  const made = await otherVersions([{ version: '99.1' }]);
  try {
    const { CACHE_DIR: cache, WORDPRESS_VERSIONS: folder } = made.env;
    const own = await prepareWordPress(hostingConfigFromEnv({}, tmpdir()).cacheDir, () => undefined);
    const release = path.join(folder, 'wordpress-99.1');
    const prepare = async () => {
      const lines: string[] = [];
      const found = await prepareOtherVersions(folder, cache, own, (line) => void lines.push(line));
      return { versions: found.map(({ version }) => version), lines };
    };
    for (const file of ['wp-includes/class-wp-query.php', 'wp-admin/includes/upgrade.php', 'wp-login.php']) {
      const [from, aside] = [path.join(release, file), path.join(made.root, 'aside.php')];
      await rename(from, aside);
      const { versions, lines } = await prepare();
      assert.deepEqual(versions, []);
      assert.deepEqual(lines, [`${release} is left out: it lacks ${file}. Copy it completely, and start again`]);
      await rename(aside, from);
    }
    assert.deepEqual(
      (await readdir(cache)).filter((name) => name.includes('99.1')),
      [],
    );
    assert.deepEqual(await prepare(), { versions: ['99.1'], lines: ['Preparing WordPress 99.1'] });
  } finally {
    await made.remove();
  }
});
