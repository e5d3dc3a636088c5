import { open, type FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { PanelError } from '../kernel/errors.ts';
import type { PackedFile } from './import-files.ts';
import { reasonOf, refusedArchive } from './refused-archive.ts';
import { verified } from './verified-content.ts';

const PART_BYTES = 64 * 1024;
/** APPNOTE.TXT 4.3.7: a header of 30 bytes, then the name and the extra field, whose lengths are its last two numbers. */
const HEADER = { bytes: 30, signature: 0x04034b50, nameLength: 26, extraLength: 28 };

async function contentAt(zip: FileHandle, at: number): Promise<number> {
  const { buffer, bytesRead } = await zip.read(Buffer.alloc(HEADER.bytes), 0, HEADER.bytes, at);
  if (bytesRead < HEADER.bytes || buffer.readUInt32LE(0) !== HEADER.signature) throw new Error('no header');
  return at + HEADER.bytes + buffer.readUInt16LE(HEADER.nameLength) + buffer.readUInt16LE(HEADER.extraLength);
}

async function* parts(zip: FileHandle, from: number, end: number): AsyncGenerator<Buffer> {
  for (let at = from; at < end;) {
    const part = Buffer.allocUnsafe(Math.min(PART_BYTES, end - at));
    const { bytesRead } = await zip.read(part, 0, part.length, at);
    if (bytesRead === 0) throw new Error('unexpected end');
    yield part.subarray(0, bytesRead);
    at += bytesRead;
  }
}

export type OpenArchive = FileHandle;

/** Passes an archive on disk to `use`, and closes it. */
export async function withArchive<T>(file: string, use: (zip: OpenArchive) => Promise<T>): Promise<T> {
  const zip = await open(file);
  try {
    return await use(zip);
  } finally {
    await zip.close();
  }
}

/**
 * Streams a file of an archive of which a thread has read the list ({@link PackedFile}).
 * @throws PanelError ARCHIVE_REFUSED as soon as size or checksum are not as declared
 */
export async function* packedContent(zip: OpenArchive, file: PackedFile): AsyncGenerator<Buffer> {
  try {
    const from = await contentAt(zip, file.at);
    const packed = Readable.from(parts(zip, from, from + file.packed), { objectMode: false });
    // An error of either end destroys both; whoever reads the last one gets it.
    yield* verified(file.isDeflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed, file);
  } catch (error) {
    throw error instanceof PanelError ? error : refusedArchive(reasonOf(error));
  }
}
