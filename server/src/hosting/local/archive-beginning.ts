import { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { lookThrough } from '../agent/child/operations/unpack.ts';
import { Refused } from '../agent/child/refused.ts';

/**
 * What is looked at: bytes of the archive, and of its content. Both bound what the panel's own process does: a megabyte of
 * extended headers takes the parser of tar 120 ms.
 */
const BYTES = 64 * 1024;
const CONTENT = 192 * 1024;
/** A tar header has this mark at this place. */
const TAR_MARK = 'ustar';
const TAR_MARK_AT = 257;

/** What the parser of tar would unpack itself, nested and at once. */
const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f || bytes[0] === 0x28;
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', TAR_MARK_AT, TAR_MARK_AT + 5) === TAR_MARK;

/** The first bytes of the content. Damage ends it: the agent finds and says it. */
async function contentOf(bytes: Buffer): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes;
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of gunzip) {
      parts.push(part as Buffer);
      if ((size += (part as Buffer).length) >= CONTENT) break;
    }
  } catch {
    // What came before it is looked at.
  }
  return Buffer.concat(parts).subarray(0, CONTENT);
}

type Bounds = Parameters<typeof lookThrough>[1];

/**
 * Refuses what the beginning of an archive shows to be none, or too large, before the agent is started for it. Everything else
 * is decided by the agent, which looks at all of it.
 * @returns the same bytes
 * @throws Refused `damaged`, `limit`
 */
export async function pastBeginning(stream: Readable, bounds: Bounds): Promise<Readable> {
  const source = stream.iterator({ destroyOnReturn: true }) as AsyncIterableIterator<Buffer>;
  const first: Buffer[] = [];
  // Whoever reads on sees it.
  const failures: unknown[] = [];
  try {
    for (let size = 0; size < BYTES;) {
      const { value, done } = await source.next();
      if (done) break;
      first.push(value);
      size += value.length;
    }
  } catch (error) {
    failures.push(error);
  }
  try {
    if (failures.length === 0) await look(first, bounds);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  const whole = Readable.from(
    (async function* () {
      yield* first;
      if (failures.length > 0) throw failures[0];
      yield* source;
    })(),
    { objectMode: false },
  );
  // Also if nobody ever reads it.
  whole.once('close', () => stream.destroy());
  return whole;
}

/** @throws Refused */
async function look(first: readonly Buffer[], bounds: Bounds): Promise<void> {
  const bytes = Buffer.concat(first).subarray(0, BYTES);
  if (!isGzip(bytes) && !isTar(bytes)) throw new Refused('damaged', 'neither gzip nor tar');
  const content = await contentOf(bytes);
  if (isTar(content) && !isPacked(content)) lookThrough([content], bounds);
}
