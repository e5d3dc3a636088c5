import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createDeflateRaw } from 'node:zlib';

/** Levels of zlib: the fastest one, and none. */
const FAST = constants.Z_BEST_SPEED;
const STORED = constants.Z_NO_COMPRESSION;
/** The header of RFC 1952: deflate, without name and time, from an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
export const HEADER_BYTES: number = HEADER.length;
const CHUNK = 256 * 1024;

export type GzipWriter = {
  write(bytes: Buffer): Promise<void>;
  /** Whether the next bytes are worth compressing. */
  compress(worth: boolean): Promise<void>;
  end(): Promise<void>;
};

/**
 * Writes a gzip file whose parts are compressed or not. Node's own gzip stream cannot change its level, and compressing
 * what is compressed already takes more than ten times as long as copying it.
 */
export async function openGzip(to: Writable): Promise<GzipWriter> {
  const deflate = createDeflateRaw({ level: FAST, chunkSize: CHUNK });
  let level = FAST;
  let crc = 0;
  let size = 0;
  to.write(HEADER);
  const ended = pipeline(deflate, to, { end: false });
  // The end waits for it; until then a failure ends the writes.
  ended.catch((error: Error) => deflate.destroy(error));
  return {
    async write(bytes) {
      crc = crc32(bytes, crc);
      size = (size + bytes.length) % 2 ** 32;
      if (deflate.destroyed) await ended;
      if (!deflate.write(bytes)) await once(deflate, 'drain');
    },
    async compress(worth) {
      const next = worth ? FAST : STORED;
      if (next === level) return;
      level = next;
      await new Promise<void>((resolve) => deflate.params(next, constants.Z_DEFAULT_STRATEGY, resolve));
    },
    async end() {
      deflate.end();
      await ended;
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc, 0);
      trailer.writeUInt32LE(size, 4);
      to.end(trailer);
      await once(to, 'finish');
    },
  };
}
