import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { endFrame, headFrame } from '../../src/archive/frames.ts';
import type { Database } from '../../src/db/database.ts';
import { createReceiver } from '../../src/machine/move/receive.ts';
import { isBefore, itemsOf, type Item } from '../../src/machine/move/trees.ts';

const MOVE = '3f0c1c1e-0000-4000-8000-000000000000';

/** Writes files, by name; a name that ends with a slash is a folder. */
async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const at = path.join(root, name);
    await mkdir(name.endsWith('/') ? at : path.dirname(at), { recursive: true });
    if (!name.endsWith('/')) await writeFile(at, text);
  }
}

async function all(root: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of itemsOf(root)) items.push(item);
  return items;
}

test('a list of files is compared as it comes: what is not in it is removed, what is missing or differs is named', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tree-list-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const [there, here] = [path.join(dataDir, 'there'), path.join(dataDir, 'sites', `.arriving-${MOVE}.one`)];
  await write(there, { 'a/b': 'b', 'a/c/d': 'd', 'a-x': 'x', 'empty/': '', 'kind/in': 'in', same: 'same', z: 'long' });
  await write(here, {
    'a/b': 'b',
    'a/old/deep/file': '1',
    'a-w/y': 'y',
    'kind/more': '1',
    same: 'same',
    z: 'short!',
    zz: '',
  });
  await rm(path.join(here, 'kind'), { recursive: true });
  await write(here, { kind: 'a file where a folder is wanted', 'a!': 'sorts before a/ as text' });

  const items = await all(there);
  assert.ok(items.every(({ name }, index) => index === 0 || isBefore(items[index - 1]?.name ?? '', name)));
  const frames = [...items.map(({ name, kind, size }) => headFrame({ name, kind, size })), endFrame()];
  const req = Object.assign(Readable.from(frames), { method: 'PUT', url: `/moves/${MOVE}/list/one` });
  const answered = Promise.withResolvers<string>();
  const res = { writeHead: () => undefined, end: (text: string) => answered.resolve(text) };
  const log = { warn: (_: object, text: string) => answered.reject(new Error(text)) };
  createReceiver({ id: 'here', config: { dataDir }, db: {} as Database, driver: {}, log } as never)(
    req as unknown as IncomingMessage,
    res as unknown as ServerResponse,
  );
  const { missing, more } = JSON.parse(await answered.promise) as { missing: string[]; more: boolean };
  assert.deepEqual([missing, more], [['a/c', 'a/c/d', 'a-x', 'empty', 'kind', 'kind/in', 'z'], false]);
  assert.deepEqual((await readdir(here, { recursive: true })).toSorted(), ['a', 'a/b', 'kind', 'same', 'z']);
});
