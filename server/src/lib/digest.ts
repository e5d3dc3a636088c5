import { createHash } from 'node:crypto';
import { Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Size and SHA-256 (hexadecimal digits) of bytes. */
export type Digest = { size: number; sha256: string };

/** Copies a stream and measures what passes. */
export async function digestOf(content: Readable, to: Writable, signal: AbortSignal | undefined): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(content, measure, to, { signal });
  return { size, sha256: hash.digest('hex') };
}

/** Takes bytes that are only measured. */
export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
