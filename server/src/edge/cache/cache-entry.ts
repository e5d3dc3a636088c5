import type { FileHandle } from 'node:fs/promises';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Keeping } from './cache-rules.ts';

/** A body in memory, or in a file without a name, which ends with the process. */
export type CachedBody = Buffer | { file: FileHandle; readers: number; dropped: boolean };

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A response that was kept. */
export type CacheEntry = Keeping & {
  version: string;
  status: number;
  headers: OutgoingHttpHeaders;
  /** The request headers that the response depends on, as they were (RFC 9111 §4.1). */
  vary: Readonly<Record<string, string>>;
  storedAt: number;
  /** Read from the disk by the edge: the same for everyone, whatever cookies they send. */
  file: boolean;
  body: CachedBody;
  size: number;
  /** Compressed once, when first asked for; `none` when that does not make it smaller. */
  encoded: Partial<Record<Encoding, Buffer | 'pending' | 'none'>>;
};

/** The edge compresses by itself and sends no visitor's encodings on. */
const OURS = new Set(['accept-encoding', '']);

/** The request headers that a Vary names. */
export const varyNames = (header: string): string[] =>
  header
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !OURS.has(name));

/** A list without the space around its parts, which says nothing. */
const valueOf = (request: IncomingHttpHeaders, name: string): string =>
  String(request[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .join();

export const varyOf = (header: string, request: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(varyNames(header).map((name) => [name, valueOf(request, name)]));

/** Whether a kept response is one to this request. */
export const isFor = ({ vary }: CacheEntry, request: IncomingHttpHeaders): boolean =>
  Object.entries(vary).every(([name, value]) => valueOf(request, name) === value);

/**
 * `stale`: expired, and still served while it is renewed. `spare`: only when the site fails. A clock that was set back makes everything
 * expired.
 */
export function stateOf(
  { storedAt, freshMs, whileMs, errorMs }: CacheEntry,
  now: number,
): 'fresh' | 'stale' | 'spare' | 'expired' {
  const age = now - storedAt;
  if (age < 0) return 'expired';
  if (age < freshMs) return 'fresh';
  if (age < freshMs + whileMs) return 'stale';
  return age < freshMs + errorMs ? 'spare' : 'expired';
}

/** What an open file costs at least: bounds their number. */
const FILE_WEIGHT = 2 * 1024 ** 2;
const HEAD_WEIGHT = 2_048;

/** Memory or disk that an entry takes at its address, with room for its compressed forms. */
export const weightOf = (key: string, { body, size, headers, vary }: CacheEntry): number =>
  Buffer.isBuffer(body)
    ? size * (isCompressible(headers) ? 2 : 1) + HEAD_WEIGHT + JSON.stringify([key, headers, vary]).length
    : Math.max(FILE_WEIGHT, size);

const COMPRESSIBLE =
  /^(?:text\/|application\/(?:javascript|json|xml|manifest\+json|ld\+json|rss\+xml|atom\+xml)|image\/svg\+xml)/i;

/** Whether compressing a body of this type is allowed and worth it. */
export const isCompressible = (headers: OutgoingHttpHeaders): boolean =>
  COMPRESSIBLE.test(String(headers['content-type'] ?? '')) &&
  !/no-transform/i.test(String(headers['cache-control'] ?? ''));

/** Gives the space of a body back, once nobody reads it. */
export function dropBody(body: CachedBody): void {
  if (Buffer.isBuffer(body)) return;
  body.dropped = true;
  if (body.readers === 0) void body.file.close().catch(() => undefined);
}
