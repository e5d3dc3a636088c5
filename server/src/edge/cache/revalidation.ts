import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { CacheEntry } from './cache-entry.ts';

/** Of a stored body, which a 304 does not send again (RFC 9111 §3.2). */
const OF_THE_BODY = [
  ...['content-length', 'content-encoding', 'content-md5', 'content-range', 'etag', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'cache-status', 'set-cookie'],
];

/** Asks a site whether what is kept is still right (RFC 9110 §13.1); null when it has sent nothing to ask with. */
export function conditionsOf({ headers, status, file }: CacheEntry): [name: string, value: string][] | null {
  if (status !== 200 || file) return null;
  const conditions: [string, string][] = [];
  if (headers['etag'] !== undefined) conditions.push(['If-None-Match', String(headers['etag'])]);
  if (headers['last-modified'] !== undefined) conditions.push(['If-Modified-Since', String(headers['last-modified'])]);
  return conditions.length > 0 ? conditions : null;
}

/** A request with conditions added. */
export function asking(req: IncomingMessage, conditions: readonly [name: string, value: string][]): IncomingMessage {
  return Object.create(req, {
    rawHeaders: { value: [...req.rawHeaders, ...conditions.flat()] },
    headers: {
      value: { ...req.headers, ...Object.fromEntries(conditions.map(([name, value]) => [name.toLowerCase(), value])) },
    },
  }) as IncomingMessage;
}

/** The headers of a stored response after a 304. */
export const renewedHeaders = (stored: OutgoingHttpHeaders, given: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  ...stored,
  ...Object.fromEntries(Object.entries(given).filter(([name]) => !OF_THE_BODY.includes(name))),
});
