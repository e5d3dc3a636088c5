import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Storage } from '../storage/storage.ts';
import { digestOf, nowhere } from '../lib/digest.ts';
import { endFrame, readFrames, type Frame } from '../archive/frames.ts';
import { BackupError, partKey, type Part } from './manifest.ts';
import { seal, unseal } from './sealing.ts';

/** The fastest: text shrinks to a third, and what is compressed already costs little. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 2 ** 20 };
/** Each chunk is a way to another thread and back; by default they have 16 KB. */
const DECOMPRESSION = { chunkSize: 2 ** 20 };

/** The backup that a part belongs to; the signal ends what is done with one. */
export type Target = { storage: Storage; id: string; key: Buffer; work: string; signal?: AbortSignal | undefined };

async function* withEnd(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* frames;
  yield endFrame();
}

/** Compresses and seals a part into a file of the work folder. */
export async function packPart(
  { key, work, signal }: Target,
  { name, folder }: Pick<Part, 'name' | 'folder'>,
  frames: AsyncIterable<Buffer>,
): Promise<Part> {
  await mkdir(work, { recursive: true, mode: 0o700 });
  const file = path.join(work, name);
  const hash = createHash('sha256');
  let size = 0;
  const sealed = async function* (compressed: AsyncIterable<Buffer>) {
    for await (const chunk of seal(compressed, key, name)) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  try {
    await pipeline(
      Readable.from(withEnd(frames), { objectMode: false }),
      createZstdCompress(COMPRESSION),
      sealed,
      createWriteStream(file, { mode: 0o600 }),
      { signal },
    );
    return { name, folder, size, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Stores what `packPart` has made, and removes the file. */
export async function storePart({ storage, id, work }: Target, part: Part): Promise<Part> {
  const file = path.join(work, part.name);
  try {
    await storage.put(partKey(id, part.name), { file });
    return part;
  } finally {
    await rm(file, { force: true });
  }
}

const damaged = ({ name }: Part, why: string): BackupError =>
  new BackupError(`The part ${name} of this backup is damaged: ${why}. Nothing was changed. Choose another backup.`);

/** @throws BackupError for one that has not as many bytes as the manifest says */
async function openStored({ storage, id }: Pick<Target, 'storage' | 'id'>, part: Part): Promise<Readable> {
  const stored = await storage.size(partKey(id, part.name));
  if (stored === null) throw damaged(part, 'it is missing');
  if (stored !== part.size) throw damaged(part, `it has ${stored} bytes instead of ${part.size}`);
  return storage.read(partKey(id, part.name));
}

function compare(part: Part, sha256: string): void {
  if (sha256 !== part.sha256) throw damaged(part, 'its SHA-256 is another one');
}

/** The stored bytes; at their end they are compared with the manifest. @throws BackupError */
async function* storedBytes(from: Pick<Target, 'storage' | 'id'>, part: Part): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of await openStored(from, part)) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
  compare(part, hash.digest('hex'));
}

/** Reads a part from beginning to end without its key. @throws BackupError */
export async function checkPart(from: Pick<Target, 'storage' | 'id' | 'signal'>, part: Part): Promise<void> {
  compare(part, (await digestOf(await openStored(from, part), nowhere(), from.signal)).sha256);
}

/** Gives the frames of a part to `use`, which reads all of them. @throws BackupError */
export async function readPart<T>(
  from: Omit<Target, 'work'>,
  part: Part,
  use: (frames: AsyncIterable<Frame>) => Promise<T>,
): Promise<T> {
  const decompressed = createZstdDecompress(DECOMPRESSION);
  const filled = pipeline(unseal(storedBytes(from, part), from.key, part.name), decompressed);
  // What fails first is the reason; the other side only notices that it ended.
  const fault = filled.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    return await use(readFrames(decompressed));
  } catch (error) {
    decompressed.destroy();
    const cause = (await fault) ?? error;
    const reason = isEarlyEnd(cause) ? error : cause;
    if (reason instanceof BackupError || (reason instanceof Error && 'syscall' in reason)) throw reason;
    throw damaged(part, reason instanceof Error ? reason.message : String(reason));
  }
}

const isEarlyEnd = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(String(error.code));
