import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseRange } from '../../hosting/static/range.ts';
import { dropBody, ENCODINGS, isCompressible, type CacheEntry, type Encoding } from './cache-entry.ts';

/** Smaller bodies do not get smaller on the way. */
const MIN_BYTES = 1_024;
const BROTLI_QUALITY = 5;

const COMPRESS: Record<Encoding, (body: Buffer, done: (error: Error | null, out: Buffer) => void) => void> = {
  br: (body, done) => brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, done),
  gzip,
};

/** The encodings that a visitor takes (RFC 9110 §12.5.3), ours first. */
const acceptedBy = (header: string): Encoding[] =>
  ENCODINGS.filter((encoding) =>
    new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i').test(header),
  );

/** The compressed body, if it is there; begins to make it otherwise. Each is made once and kept. */
function encodedBody(entry: CacheEntry, accepted: string): { encoding: Encoding; body: Buffer } | null {
  const { body, encoded } = entry;
  if (!Buffer.isBuffer(body) || body.length < MIN_BYTES || !isCompressible(entry.headers)) return null;
  for (const encoding of acceptedBy(accepted)) {
    const known = encoded[encoding];
    if (Buffer.isBuffer(known)) return { encoding, body: known };
    if (known !== undefined) continue;
    encoded[encoding] = 'pending';
    COMPRESS[encoding](body, (error, out) => {
      encoded[encoding] = error !== null || out.length >= body.length * 0.9 ? 'none' : out;
    });
  }
  return null;
}

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether the visitor has this response already (RFC 9110 §13.1). */
function isUnchanged({ headers }: CacheEntry, req: IncomingMessage): boolean {
  const tags = req.headers['if-none-match'];
  const tag = headers['etag'];
  if (tags !== undefined)
    return tags.trim() === '*' || (tag !== undefined && tags.split(',').some((one) => bare(one) === bare(String(tag))));
  const since = Date.parse(req.headers['if-modified-since'] ?? '');
  const modified = Date.parse(String(headers['last-modified'] ?? ''));
  return modified <= since;
}

/** A range applies when the visitor's part is of this response (RFC 9110 §13.1.5): by a strong tag, or by its date. */
function rangeOf({ headers, size, status }: CacheEntry, req: IncomingMessage) {
  const condition = req.headers['if-range'];
  const tag = String(headers['etag'] ?? 'W/');
  if (status !== 200 || req.method !== 'GET') return null;
  if (condition !== undefined && condition !== headers['last-modified'] && (tag.startsWith('W/') || condition !== tag))
    return null;
  return parseRange(req.headers.range, size);
}

/** Answers with a kept response: validators, one range, compressed where the visitor takes it. `note`: for Cache-Status. */
export async function sendEntry(
  entry: CacheEntry,
  req: IncomingMessage,
  res: ServerResponse,
  now: number,
  note: string,
): Promise<void> {
  for (const [name, value] of Object.entries(entry.headers)) if (value !== undefined) res.setHeader(name, value);
  res.setHeader('age', Math.floor((now - entry.storedAt + entry.ageMs) / 1000));
  res.setHeader('cache-status', note);
  const compressible = isCompressible(entry.headers);
  if (compressible) res.appendHeader('vary', 'Accept-Encoding');
  if (entry.status === 200 && isUnchanged(entry, req)) {
    res.removeHeader('content-type');
    return void res.writeHead(304).end();
  }
  const range = rangeOf(entry, req);
  if (range === 'unsatisfiable')
    return void res.writeHead(416, { 'content-range': `bytes */${entry.size}`, 'content-length': 0 }).end();
  if (range !== null) {
    res.setHeader('content-range', `bytes ${range.start}-${range.end}/${entry.size}`);
    res.statusCode = 206;
    return sendPart(entry, res, range);
  }
  res.statusCode = entry.status;
  const encoded = encodedBody(entry, String(req.headers['accept-encoding'] ?? ''));
  if (encoded !== null) {
    res.setHeader('content-encoding', encoded.encoding);
    // The bytes are others than those of the strong tag.
    const tag = res.getHeader('etag');
    if (tag !== undefined) res.setHeader('etag', `W/${bare(String(tag))}`);
  } else if (entry.status === 200) res.setHeader('accept-ranges', 'bytes');
  const whole = encoded?.body ?? (Buffer.isBuffer(entry.body) ? entry.body : null);
  res.setHeader('content-length', whole?.length ?? entry.size);
  if (req.method === 'HEAD') return void res.end();
  if (whole !== null) return void res.end(whole);
  return sendPart(entry, res, { start: 0, end: entry.size - 1 });
}

const CHUNK_BYTES = 64 * 1024;

/** The bytes of a file that stays open. A stream of its handle would stay attached to it until it is closed. */
async function* partOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end;) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - at + 1));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error('A cached file is shorter than it was.');
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function sendPart(
  { body }: CacheEntry,
  res: ServerResponse,
  { start, end }: { start: number; end: number },
): Promise<void> {
  res.setHeader('content-length', end - start + 1);
  if (Buffer.isBuffer(body)) return void res.end(body.subarray(start, end + 1));
  body.readers += 1;
  try {
    await pipeline(partOf(body.file, start, end), res).catch(() => res.destroy());
  } finally {
    body.readers -= 1;
    if (body.dropped) dropBody(body);
  }
}
