import CachePolicy from 'http-cache-semantics';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

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

/** How long a response is kept. `age`: how old it was already when it came. */
export type Keeping = { freshMs: number; staleMs: number; ageMs: number };

/** How long expired content is served at most when the owner of the site wants that. */
const STALE_SECONDS = 86_400;

export type KeepRequest = { url: string; headers: IncomingHttpHeaders };
/** `file`: read from the disk by the edge, whose Cache-Control is for browsers. */
export type KeepAnswer = { status: number; headers: OutgoingHttpHeaders; file: boolean };

const oneLine = (value: OutgoingHttpHeaders[string]): string | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.join(', ') : String(value);

/** The ending of an address without its query, in lower case; empty without one. */
export const endingOf = (address: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(address.split('?', 1)[0] ?? '')?.[1]?.toLowerCase() ?? '';

const secondsIn = (cacheControl: string, directive: string): number =>
  Number(new RegExp(`(?:^|[,\\s])${directive}\\s*=\\s*"?(\\d{1,9})`, 'i').exec(cacheControl)?.[1] ?? 0);

/**
 * How long a shared cache may keep a response to a GET (RFC 9111), within the rules of the site; null when not at all. Stricter than
 * the RFC: nothing with a cookie, nothing that has to be revalidated each time, and no guesses from Last-Modified.
 */
export function keepingOf(rules: CacheRules, request: KeepRequest, answer: KeepAnswer): Keeping | null {
  const { status, file } = answer;
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, oneLine(value)]));
  const encoding = headers['content-encoding'] ?? 'identity';
  const control = headers['cache-control'] ?? '';
  if (headers['set-cookie'] !== undefined || encoding !== 'identity') return null;
  if (!file && /(?:^|[,\s])no-cache/i.test(control)) return null;
  const policy = new CachePolicy(
    { url: request.url, method: 'GET', headers: request.headers },
    { status, headers },
    { shared: true, cacheHeuristic: 0 },
  );
  if (!policy.storable() || headers['vary']?.includes('*')) return null;
  const timed = !file && !rules.ignoreOrigin && (/max-?age\s*=/i.test(control) || headers['expires'] !== undefined);
  const fallback = status === 200 ? (rules.defaultSeconds ?? 0) : 0;
  const ruled = status === 200 ? rules.typeSeconds[endingOf(request.url)] : undefined;
  const ageMs = timed ? Math.max(0, policy.age()) * 1000 : 0;
  const freshMs = (ruled ?? (timed ? policy.maxAge() : fallback)) * 1000 - ageMs;
  if (!(freshMs > 0)) return null;
  const stale = Math.max(
    rules.serveStale ? STALE_SECONDS : 0,
    secondsIn(control, 'stale-while-revalidate'),
    secondsIn(control, 'stale-if-error'),
  );
  // RFC 9111 §4.2.4: never stale when the site forbids it.
  const forbidden = !file && !rules.ignoreOrigin && /(?:must|proxy)-revalidate/i.test(control);
  return { freshMs, staleMs: forbidden ? 0 : stale * 1000, ageMs };
}
