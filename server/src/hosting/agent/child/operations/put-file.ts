import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import type { FileChange } from '../../../driver.ts';
import type { Outputs } from '../../protocol.ts';
import { versionOf } from '../own-files.ts';
import { codeOf, Refused } from '../refused.ts';
import { below, type Folder } from '../site-files.ts';

type Result = Outputs['fileChange'];
type Put = Extract<FileChange, { action: 'put' }>;

const MODE = 0o644;
/** A file of which a part was written by a run that was killed. Runs that live write all the time. */
const ABANDONED_MS = 60_000;
/** A version is of a text, whose size the panel bounds. */
const MOST_OF_VERSION = 4 * 1024 * 1024;

/** The name of a file beside another one, in which its new content grows. One for each `key`. */
export const besideName = (key: Buffer | string, end: string): string =>
  `.panel-${createHash('sha256').update(key).digest('hex').slice(0, 16)}.${end}`;
/** One for each name, so that it also keeps a second change out. */
export const partial = (name: Buffer | string): string => besideName(name, 'part');

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** Opens a new file; null while another run writes it. */
export function openNew(folder: Folder, name: string): number | null {
  const open = () => openSync(below(folder, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    return open();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const stats = lstatSync(below(folder, name), { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs < ABANDONED_MS) return null;
    unlinkSync(below(folder, name));
    return open();
  }
}

/** Writes the input to a file, with `each` of its parts. @throws Refused when it has another length than announced */
export function receive(fd: number, bytes: number, rest: Buffer, each: (part: Buffer) => void): void {
  let written = 0;
  const write = (part: Buffer): void => {
    written += part.length;
    if (written > bytes) throw new Refused('failed', 'more than was announced');
    each(part);
    for (let at = 0; at < part.length;) at += writeSync(fd, part, at);
  };
  write(rest);
  const chunk = Buffer.alloc(256 * 1024);
  for (let size = readSync(0, chunk); size > 0; size = readSync(0, chunk)) write(chunk.subarray(0, size));
  if (written < bytes) throw new Refused('failed', 'the input was cut off');
}

/** Why the place is not as expected, or nothing. */
export function inTheWay(
  folder: Folder,
  name: Buffer | string,
  over: Put['over'],
): Exclude<Result['outcome'], 'done'> | null {
  const there = lstatSync(below(folder, name), { throwIfNoEntry: false });
  if (!there) return over === 'any' || over === 'nothing' ? null : 'changed';
  if (over === 'nothing' || there.isDirectory()) return 'exists';
  if (!there.isFile()) return 'other';
  return over === 'any' || versionOf(folder, name, MOST_OF_VERSION) === over ? null : 'changed';
}

/** Puts a file that was written beside its place there with one step. Returns whether it is still beside it, too. */
export function place(folder: Folder, beside: string, name: Buffer | string, fd: number, over: Put['over']): boolean {
  const there = lstatSync(below(folder, name), { throwIfNoEntry: false });
  // Where node's permission model is the sandbox, it allows neither this nor permissions by descriptor.
  if (!process.permission) fsyncSync(fd);
  chmodSync(below(folder, beside), there ? there.mode & 0o777 : MODE);
  // A link fails where something has appeared meanwhile; a rename would replace it.
  if (over === 'nothing') linkSync(below(folder, beside), below(folder, name));
  else renameSync(below(folder, beside), below(folder, name));
  return over === 'nothing';
}

type Refusal = Exclude<Result['outcome'], 'done'>;
/** A file beside its place. `finish` puts it there; `end` closes it, and removes what is still beside. */
type Beside = { fd: number; finish(): Result['outcome']; end(): void };

/** Opens a file beside its place, which is then put there with one step: a reader sees the earlier content or the new one. */
export function openBeside(folder: Folder, name: Buffer | string, over: Put['over']): Beside | Refusal {
  const early = inTheWay(folder, name, over);
  if (early !== null) return early;
  const beside = partial(name);
  const fd = openNew(folder, beside);
  if (fd === null) return 'busy';
  let isBeside = true;
  return {
    fd,
    finish() {
      const late = inTheWay(folder, name, over);
      if (late !== null) return late;
      isBeside = place(folder, beside, name, fd, over);
      return 'done';
    },
    end() {
      closeSync(fd);
      if (isBeside) unlinkSync(below(folder, beside));
    },
  };
}

/** Writes a file beside its place, and puts it there. `fill` writes the content to the descriptor. */
export function writeBeside<T>(
  folder: Folder,
  name: Buffer | string,
  over: Put['over'],
  fill: (fd: number) => T,
): { outcome: Refusal } | { outcome: 'done'; value: T } {
  const beside = openBeside(folder, name, over);
  if (typeof beside === 'string') return { outcome: beside };
  try {
    const value = fill(beside.fd);
    const outcome = beside.finish();
    return outcome === 'done' ? { outcome, value } : { outcome };
  } finally {
    beside.end();
  }
}

/** Writes the input as a file. */
export function putFile(folder: Folder, name: string, { bytes, over }: Put, rest: Buffer): Result {
  const hash = createHash('sha256');
  const result = writeBeside(folder, name, over, (fd) => {
    receive(fd, bytes, rest, (part) => hash.update(part));
    return hash.digest('hex');
  });
  return { outcome: result.outcome, version: result.outcome === 'done' ? result.value : null };
}
