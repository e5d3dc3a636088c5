import CachePolicy from 'http-cache-semantics';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { controlOf, oneLine, secondsOf, type Directives } from './cache-control.ts';

/** What the cache may keep of a site. */
export type CacheRules = {
  /** Changes with the settings and the content of the site: what was kept under another one is not used. */
  version: string;
  /** For responses without a time of their own; null keeps only what the site marks as cacheable. */
  defaultSeconds: number | null;
  /** By file ending, before what the site says; 0 keeps nothing. */
  typeSeconds: Readonly<Record<string, number>>;
  /** Expired content is served while it is renewed, and when the site does not answer. */
  serveStale: boolean;
  /** The site's own times do not count. */
  ignoreOrigin: boolean;
  /** Addresses that differ in their query are different files; pages are always different. */
  queryStrings: boolean;
};

/**
 * How long a response is kept. `freshMs` 0: it is asked for again each time, with its validators. `whileMs`: after that, how long it is
 * served while one request renews it. `errorMs`: how long when the site fails. `ageMs`: how old it was when it came.
 */
export type Keeping = { freshMs: number; whileMs: number; errorMs: number; ageMs: number };

/** How long expired content is served at most when the owner of the site wants that. */
const STALE_SECONDS = 86_400;

export type KeepRequest = { url: string; headers: IncomingHttpHeaders };
/** `file`: read from the disk by the edge, whose Cache-Control is for browsers. */
export type KeepAnswer = { status: number; headers: OutgoingHttpHeaders; file: boolean };

/** The ending of an address without its query, in lower case; empty without one. */
export const endingOf = (address: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(address.split('?', 1)[0] ?? '')?.[1]?.toLowerCase() ?? '';

/** How long expired content is served (RFC 9111 §4.2.4, RFC 5861): by the owner's wish or the site's, and never when the site forbids it. */
function staleOf({ serveStale, ignoreOrigin }: CacheRules, control: Directives, file: boolean) {
  const isHeard = !file && !ignoreOrigin;
  const isForbidden =
    isHeard && ['must-revalidate', 'proxy-revalidate', 'no-cache'].some((directive) => control.has(directive));
  if (isForbidden) return { whileMs: 0, errorMs: 0 };
  // `s-maxage` says the same, unless the site adds what it allows.
  const owner = serveStale && !(isHeard && control.has('s-maxage')) ? STALE_SECONDS : 0;
  const allowed = (directive: string) => Math.max(owner, secondsOf(control, directive) ?? 0) * 1000;
  return { whileMs: allowed('stale-while-revalidate'), errorMs: allowed('stale-if-error') };
}

/**
 * An age that is known; with any other one, the response is taken for old. Of a list in one line the first number counts (RFC 9111
 * §5.1). Lines that were joined have a space: more than one cache has counted.
 */
const AGE = /^\d{1,15}(?:,\d{1,15})*$/;

/** Each hit compares the headers that a Vary names. */
const MAX_VARY = 16;
const isBounded = (vary: string): boolean => !vary.includes('*') && vary.split(',').length <= MAX_VARY;

/** Of a status that the library does not know, where the site gives a time for it. Errors of a server are never kept that way. */
const asKnown = (status: number, isTimed: boolean, control: Directives): number =>
  isTimed && !control.has('must-understand') && status >= 200 && status < 500 && status !== 206 && status !== 304
    ? 200
    : status;

/**
 * How long a shared cache may keep a response to a GET (RFC 9111), within the rules of the site; null when not at all. Stricter than
 * the RFC: nothing with a cookie, nothing whose Age is no number, and no guesses from Last-Modified.
 */
export function keepingOf(rules: CacheRules, request: KeepRequest, answer: KeepAnswer): Keeping | null {
  const { status, file } = answer;
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, oneLine(value)]));
  if (headers['set-cookie'] !== undefined || (headers['content-encoding'] ?? 'identity') !== 'identity') return null;
  const { directives: control, isTargeted } = controlOf(headers);
  const isTimed =
    !file &&
    !rules.ignoreOrigin &&
    (control.has('max-age') || control.has('s-maxage') || (!isTargeted && headers['expires'] !== undefined));
  const said = {
    ...headers,
    'cache-control': [...control].map(([name, value]) => (value === '' ? name : `${name}=${value}`)).join(', '),
    ...(isTargeted && { expires: undefined }),
  };
  const policy = new CachePolicy(
    { url: request.url, method: 'GET', headers: request.headers },
    { status: asKnown(status, isTimed, control), headers: said },
    { shared: true, cacheHeuristic: 0 },
  );
  if (!policy.storable() || !isBounded(headers['vary'] ?? '')) return null;
  const fallback = status === 200 ? (rules.defaultSeconds ?? 0) : 0;
  const ruled = status === 200 ? rules.typeSeconds[endingOf(request.url)] : undefined;
  const ageMs = isTimed ? Math.max(0, policy.age()) * 1000 : 0;
  const mustAsk = !file && control.has('no-cache');
  const isAged = isTimed && headers['age'] !== undefined && !AGE.test(headers['age']);
  const freshMs = mustAsk || isAged ? 0 : (ruled ?? (isTimed ? policy.maxAge() : fallback)) * 1000 - ageMs;
  const stale = staleOf(rules, control, file);
  if (freshMs > 0) return { freshMs, ...stale, ageMs };
  const canAsk = status === 200 && !file && (headers['etag'] ?? headers['last-modified']) !== undefined;
  return canAsk && ruled !== 0 && (isTimed || mustAsk) ? { freshMs: 0, whileMs: 0, errorMs: 0, ageMs } : null;
}
