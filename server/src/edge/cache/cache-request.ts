import { ServerResponse, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { PICTURE_MARK } from '@panel/contract/wire';
import { isAssetName } from '../../http/content-type.ts';
import { endingOf, type CacheRules } from './cache-rules.ts';

/** Headers that would make the response one for this visitor alone, or only a part of it. */
const PARTIAL = new Set([
  ...['range', 'if-range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'],
  ...['accept-encoding', 'cache-control', 'pragma'],
]);

/** What browsers and the proxies before them send with every request. Another header may ask for something else. */
const ORDINARY = new Set([
  ...['host', 'connection', 'keep-alive', 'accept', 'accept-language', 'accept-encoding', 'user-agent', 'referer'],
  ...[
    'cache-control',
    'pragma',
    'cookie',
    'upgrade-insecure-requests',
    'dnt',
    'te',
    'priority',
    'save-data',
    'purpose',
  ],
  ...['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range'],
  ...['via', 'forwarded', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port'],
]);
const isOrdinary = (name: string): boolean => ORDINARY.has(name) || name.startsWith('sec-');

/** A visitor's request as one for the whole, unencoded response. */
export function fillRequest(req: IncomingMessage, { withCookies }: { withCookies: boolean }): IncomingMessage {
  const isDropped = (name: string) => PARTIAL.has(name) || (name === 'cookie' && !withCookies);
  const rawHeaders = req.rawHeaders.filter(
    (_part, index) => !isDropped((req.rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
  );
  const headers: IncomingHttpHeaders = Object.fromEntries(
    Object.entries(req.headers).filter(([name]) => !isDropped(name)),
  );
  return Object.create(req, {
    method: { value: 'GET' },
    rawHeaders: { value: rawHeaders },
    headers: { value: headers },
  }) as IncomingMessage;
}

/** Pages of WordPress that are never for everyone. */
const PRIVATE_PATH = /^\/+(?:[^/]+\/+)*(?:wp-admin(?:\/|$)|wp-(?:login|cron|signup|activate)\.php|xmlrpc\.php)/i;
const MAX_ADDRESS = 2_048;

/** What the cache may do with a request: answer it, and keep the response to it. */
export type CacheUse = { address: string; mayFill: boolean; hasCookies: boolean };

/** The site answers these shorter than with the whole. */
const isConditional = (headers: IncomingHttpHeaders): boolean =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;

/** Null when the cache has no part in the request. `cookies`: those that are sent on to the site. */
export function cacheUse(req: IncomingMessage, rules: CacheRules, cookies: string): CacheUse | null {
  const { method, url = '/', headers } = req;
  const [path = '/', query] = url.split(/\?(.*)/s, 2);
  if ((method !== 'GET' && method !== 'HEAD') || url.length > MAX_ADDRESS || PRIVATE_PATH.test(path)) return null;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null;
  const given = new URLSearchParams(query);
  if (given.has(PICTURE_MARK) || given.has('preview')) return null;
  const isFile = isAssetName(path) || rules.typeSeconds[endingOf(path)] !== undefined;
  const hasCookies = cookies !== '';
  // `Authorization`, `Api-Key` …: the response is for who sent it.
  if (!Object.keys(headers).every(isOrdinary)) return null;
  return {
    address: isFile && !rules.queryStrings ? path : url,
    hasCookies,
    mayFill: method === 'GET' && headers.range === undefined && !isConditional(headers) && (isFile || !hasCookies),
  };
}

/** A response that nobody reads: for renewing what the cache has without a visitor who waits. */
export function unreadResponse(req: IncomingMessage): ServerResponse {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const res = new ServerResponse(req);
  res.assignSocket(socket as unknown as Socket);
  res.once('finish', () => socket.destroy());
  return res;
}
