import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fingerprint } from '../../src/lib/fingerprint.ts';

test('a fingerprint changes with every file, its name, the order and what is added, and with nothing else', async (t) => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'panel-fingerprint-'))));
  t.after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));
  const written = async (folder: string, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    return Object.keys(files).map((name) => path.join(folder, name));
  };
  const [one = '', two = ''] = folders;
  const first = await fingerprint(await written(one, { 'a.php': 'A', 'b.php': 'B' }));
  assert.match(first, /^[0-9a-f]{16}$/);
  assert.equal(await fingerprint(await written(two, { 'a.php': 'A', 'b.php': 'B' })), first);
  const others = [
    await fingerprint(await written(two, { 'a.php': 'A', 'b.php': 'B, changed' })),
    await fingerprint(await written(two, { 'a.php': 'A', 'c.php': 'B' })),
    await fingerprint(await written(two, { 'b.php': 'B', 'a.php': 'A' })),
    await fingerprint(await written(two, { 'a.php': 'A', 'b.php': 'B' }), 'v24'),
  ];
  assert.equal(new Set([first, ...others]).size, 5);
});
