import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sweepDownloads } from '../../src/hosting/runtime/wordpress-source.ts';

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
