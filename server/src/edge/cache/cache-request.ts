import { ServerResponse, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { PICTURE_MARK } from '@panel/contract/wire';
import { isAssetName } from '../../lib/content-type.ts';
import { directivesOf, SURROGATE_CAPABILITY } from './cache-control.ts';
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

/** Of CDNs, load balancers and tracing, about the request and not of it: dropped when the cache is filled. */
const HARMLESS = new Set([
  ...['cdn-loop', 'true-client-ip', 'x-client-ip', 'x-cluster-client-ip', 'fastly-client-ip', 'fastly-ff', 'x-varnish'],
  ...['traceparent', 'tracestate', 'baggage', 'b3', 'uber-trace-id', 'sentry-trace', 'x-request-id', 'x-request-start'],
  ...[
    'x-correlation-id',
    'x-amzn-trace-id',
    'x-amz-cf-id',
    'x-cloud-trace-context',
    'x-forwarded',
    'x-forwarded-server',
  ],
  ...['surrogate-capability', 'x-azure-ref', 'x-azure-clientip', 'x-azure-socketip', 'x-azure-fdid'],
]);
const HARMLESS_STARTS = ['cf-', 'x-b3-', 'x-datadog-', 'akamai-', 'x-akamai-', 'incap-', 'x-sucuri-', 'cloudfront-'];
const isHarmless = (name: string): boolean =>
  HARMLESS.has(name) || HARMLESS_STARTS.some((start) => name.startsWith(start));

/** What only the visitor who sends it may get an answer for. */
const PRIVATE = ['authorization', 'proxy-authorization'];

/** A visitor's request as one for the whole, unencoded response. */
export function fillRequest(req: IncomingMessage, { withCookies }: { withCookies: boolean }): IncomingMessage {
  const isDropped = (name: string) => PARTIAL.has(name) || isHarmless(name) || (name === 'cookie' && !withCookies);
  const kept = req.rawHeaders.filter(
    (_part, index) => !isDropped((req.rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
  );
  const rawHeaders = [...kept, 'Surrogate-Capability', SURROGATE_CAPABILITY];
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

/**
 * What the cache may do with a request: answer it, and keep the response to it. `strangers`: its headers that nobody knows; a response
 * to it is only kept under a Vary that names them all. `onlyKept`: the visitor wants what is kept, or nothing.
 */
export type CacheUse = {
  address: string;
  mayFill: boolean;
  hasCookies: boolean;
  strangers: readonly string[];
  onlyKept: boolean;
};

/** The address under which a response is kept: that of a file without its query, where the rules say so. */
export function addressOf(url: string, rules: CacheRules): string {
  const [path = '/'] = url.split('?', 1);
  return !rules.queryStrings && isFileOf(path, rules) ? path : url;
}

const isFileOf = (path: string, rules: CacheRules): boolean =>
  isAssetName(path) || rules.typeSeconds[endingOf(path)] !== undefined;

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
  const isFile = isFileOf(path, rules);
  const hasCookies = cookies !== '';
  if (PRIVATE.some((name) => headers[name] !== undefined)) return null;
  return {
    address: addressOf(url, rules),
    hasCookies,
    strangers: Object.keys(headers).filter((name) => !isOrdinary(name) && !isHarmless(name)),
    onlyKept: directivesOf(headers['cache-control'] ?? '').has('only-if-cached'),
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
