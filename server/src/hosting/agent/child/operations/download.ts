import { once } from 'node:events';
import { closeSync, createWriteStream, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import type { Inputs, Outputs } from '../../protocol.ts';
import { isLeftOut, makeSource, publish } from '../published.ts';
import { Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';
import { openRemote } from '../remote/open-remote.ts';
import type { Remote } from '../remote/remote.ts';

type Found = { path: string; size: number };
const OUTPUT = 1;
/** Time between two lines of progress. */
const REPORT_MS = 250;

/**
 * Copies the files below a folder of another server, whole or not at all. Progress is lines of JSON on the output.
 * @throws Refused `denied`, `missing`, `unreachable`, `limit`, `empty`; a system error when the disk is full
 */
export async function download(
  _root: Folder,
  input: Inputs['download'],
  { workPath, relay }: Surroundings,
): Promise<Outputs['download']> {
  if (relay === undefined) throw new Refused('failed', 'there is no way to the server');
  const source = makeSource(workPath);
  const remote = await openRemote(input, relay, input.idleMs);
  try {
    const { files, folders, skipped } = await listFiles(remote, input);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    const done = { files: 0, bytes: 0 };
    let reported = -Infinity;
    const report = () => {
      if (performance.now() - reported < REPORT_MS) return;
      reported = performance.now();
      writeSync(OUTPUT, `${JSON.stringify({ ...done, totalFiles: files.length, totalBytes: total })}\n`);
    };
    for (const folder of folders) mkdirSync(path.join(source, folder), { mode: 0o755 });
    report();
    for (const file of files) {
      const before = done.bytes;
      await copy(remote, path.posix.join(input.path || '.', file.path), path.join(source, file.path), (bytes) => {
        done.bytes += bytes;
        // The server said how large its files are, but sends what it wants.
        if (done.bytes > input.maxBytes) throw new Refused('limit', `more than ${input.maxBytes} bytes`);
        report();
      });
      if (done.bytes - before < file.size) throw new Refused('unreachable', `${file.path} is not whole`);
      done.files += 1;
    }
    return { ...done, skipped, folder: publish(workPath) };
  } finally {
    remote.close();
  }
}

/** All files below the folder, and the folders that they need, parents first. Links and what no site may have are left out. */
async function listFiles(remote: Remote, { path: top, maxBytes, maxFiles, maxDepth }: Inputs['download']) {
  const files: Found[] = [];
  const folders: string[] = [];
  let skipped = 0;
  let bytes = 0;
  const waiting = [''];
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const names = new Set<string>();
    for (const { name, kind, size } of await remote.list(path.posix.join(top || '.', folder))) {
      if (name === '.' || name === '..') continue;
      const inside = folder === '' ? name : `${folder}/${name}`;
      const isSafe = name !== '' && !/[/\\\p{Cc}]/u.test(name) && Buffer.byteLength(name) <= 255 && !names.has(name);
      if (!isSafe || isLeftOut(name) || kind === 'other' || inside.split('/').length > maxDepth) {
        skipped += 1;
        continue;
      }
      names.add(name);
      if (files.length + folders.length >= maxFiles) throw new Refused('limit', `more than ${maxFiles} files`);
      if (kind === 'folder') {
        folders.push(inside);
        waiting.push(inside);
        continue;
      }
      bytes += size;
      if (bytes > maxBytes) throw new Refused('limit', `more than ${maxBytes} bytes`);
      files.push({ path: inside, size });
    }
  }
  return { files, folders, skipped };
}

async function copy(remote: Remote, from: string, to: string, onBytes: (bytes: number) => void): Promise<void> {
  const fd = openSync(to, 'wx', 0o644);
  try {
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        try {
          onBytes(chunk.length);
          next(null, chunk);
        } catch (error) {
          next(error as Error);
        }
      },
    });
    const file = createWriteStream('', { fd, autoClose: false });
    let failed: unknown = null;
    const fail = (error: unknown) => void (failed ??= error);
    counted.on('error', fail);
    file.on('error', (error) => {
      fail(error);
      counted.destroy(error);
    });
    counted.pipe(file);
    const ended = once(file, 'finish').catch(fail);
    await remote.read(from, counted).catch(fail);
    if (failed) throw failed;
    await ended;
    if (failed) throw failed;
  } finally {
    closeSync(fd);
  }
}
