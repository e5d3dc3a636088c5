import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { openNamelessFile } from '../../lib/nameless-file.ts';
import { siteCookies } from '../proxy-headers.ts';
import { createSharedBudget } from '../shared-budget.ts';
import { createGenerations } from './generations.ts';
import { dropBody, stateOf, varyOf, type CacheEntry } from './cache-entry.ts';
import { cacheUse, fillRequest, unreadResponse, type CacheUse } from './cache-request.ts';
import { keepingOf, type CacheRules, type Keeping } from './cache-rules.ts';
import { createCacheStore, type CacheLimits } from './cache-store.ts';
import { captureAnswer, forgetCapture, type Captured } from './capture-answer.ts';
import { sendEntry } from './send-entry.ts';

/** `generation`: how often something of the site was purged, by what is known of it now. */
export type CachedSite = { siteId: string; rules: CacheRules; generation: number; protocol: string };
/** Where a response comes from; `file` when the edge reads it from the disk. */
export type From = { file: boolean };
/** Answers a request without the cache. */
export type Origin = (req: IncomingMessage, res: ServerResponse, from: From) => Promise<void>;

export type EdgeCacheOptions = {
  clock: { now(): number };
  /** Folder for large bodies. Its files have no name, so nothing outlives the process. */
  folder: string;
  isDiskLow: () => Promise<boolean>;
  panelCookies: string[];
  limits?: Partial<CacheLimits>;
};

export type EdgeCache = {
  /** Answers from the cache, or lets the origin answer and keeps what may be kept. */
  serve(site: CachedSite, req: IncomingMessage, res: ServerResponse, origin: Origin): Promise<void>;
  /**
   * Drops what a site has at these addresses: `/*`, `/folder/*`, `/page`. Also what is on its way into the cache. `generation`:
   * of the site after the purge. One that does not follow on the last shows that purges were missed, and drops everything.
   */
  purge(siteId: string, addresses: readonly string[], generation?: number): void;
};

const LIMITS: CacheLimits = { memoryBytes: 64 * 1024 ** 2, diskBytes: 1024 ** 3 };
/** Memory for bodies on their way into the cache, and their part of what its files may take. */
const FILL_BYTES = 32 * 1024 ** 2;
const FILL_SHARE = 1 / 2;
/** How long a visitor waits for the response to another one's request; that one may read slowly. */
const FOLLOW_MS = 5_000;
/** How long visitors of an address do not wait for each other, after its response was one that is not kept. */
const PASS_MS = 60_000;
/** How long after a failure nobody tries again to renew what is still served. */
const RETRY_MS = 5_000;
const MAX_MARKS = 10_000;

/** Of kept responses; these belong to one connection, or are set anew. */
const NOT_KEPT = [
  'content-length',
  'date',
  'age',
  'cache-status',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'strict-transport-security',
];

/** Where a response is kept, and what stands for the requests to the site that may fill it. */
type Place = { key: string; job: string };

/** The address within a site, of a key. */
const addressIn = (key: string): string => key.slice(key.indexOf('/', key.indexOf('://') + 3));

function isPurged(address: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return address.startsWith(pattern.slice(0, -1));
  return address === pattern || (!pattern.includes('?') && address.split('?', 1)[0] === pattern);
}

/** A shared HTTP cache (RFC 9111) in front of hosted sites, one for each process (docs/adr/0073). */
export function createEdgeCache({ clock, folder, isDiskLow, panelCookies, ...options }: EdgeCacheOptions): EdgeCache {
  const limits = { ...LIMITS, ...options.limits };
  const store = createCacheStore(limits);
  const memory = createSharedBudget(FILL_BYTES);
  const disk = createSharedBudget(limits.diskBytes * FILL_SHARE);
  const fills = new Map<string, Promise<unknown>>();
  const now = { perf: { now: () => clock.now() }, max: MAX_MARKS };
  const passes = new LRUCache<string, true>({ ...now, ttl: PASS_MS });
  const failures = new LRUCache<string, true>({ ...now, ttl: RETRY_MS });
  const purges = new Map<string, number>();
  const generations = createGenerations((siteId) => store.drop(siteId));

  const openFile = async () => {
    if (await isDiskLow()) throw new Error('The disk has no room for the cache.');
    return openNamelessFile(folder);
  };

  /** Drops what a site has at the chosen addresses, and everything that is on its way into the cache. */
  const drop = (siteId: string, isChosen: (key: string) => boolean): void => {
    purges.set(siteId, (purges.get(siteId) ?? 0) + 1);
    store.drop(siteId, isChosen);
  };

  /** Lets the origin answer, and keeps the response if that is allowed. */
  const fill = (
    { siteId, rules }: CachedSite,
    use: CacheUse,
    { key, job }: Place,
    req: IncomingMessage,
    res: ServerResponse,
    origin: Origin,
  ): Promise<void> => {
    const from: From = { file: false };
    const purge = purges.get(siteId);
    let keeping: Keeping | null = null;
    const isKept = (status: number, headers: OutgoingHttpHeaders): boolean => {
      const isForAll = from.file || req.headers.cookie === undefined || !use.hasCookies;
      keeping = isForAll
        ? keepingOf(rules, { url: use.address, headers: req.headers }, { ...from, status, headers })
        : null;
      if (keeping !== null) return true;
      // What one visitor gets says nothing about what others get.
      if (!isForAll) passes.set(job, true);
      else if (status >= 500) failures.set(job, true);
      else {
        passes.set(job, true);
        store.drop(siteId, (kept) => kept === key);
      }
      return false;
    };
    const keep = ({ status, headers, body, size }: Captured): void => {
      if (keeping === null || purges.get(siteId) !== purge) return dropBody(body);
      const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_KEPT.includes(name)));
      const vary = from.file ? {} : varyOf(String(headers['vary'] ?? ''), req.headers);
      const { version } = rules;
      const entry = { ...keeping, version, status, headers: kept, vary, storedAt: clock.now(), ...from, body, size };
      store.put(siteId, key, { ...entry, encoded: {} });
    };
    const done = captureAnswer(res, { isKept, openFile, memory, disk, siteId })
      .then((captured) => captured && keep(captured))
      .finally(() => fills.delete(job));
    fills.set(job, done);
    res.setHeader('cache-status', 'edge; fwd=miss');
    return origin(req, res, from);
  };

  /** Renews what is kept, without a visitor who waits. What fails, or ends without a response, is tried again later. */
  const renew = async (site: CachedSite, use: CacheUse, place: Place, req: IncomingMessage, origin: Origin) => {
    const request = fillRequest(req, { withCookies: false });
    const res = unreadResponse(request);
    try {
      await fill(site, use, place, request, res, origin);
    } finally {
      if (!res.writableEnded) {
        failures.set(place.job, true);
        forgetCapture(res);
      }
    }
  };

  /** Until another visitor's response is kept or turns out not to be, or this one leaves. If it takes too long, nobody waits for it. */
  const follow = (running: Promise<unknown>, job: string, res: ServerResponse): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        res.off('close', end);
        resolve();
      };
      const timer = setTimeout(() => {
        passes.set(job, true);
        end();
      }, FOLLOW_MS);
      res.once('close', end);
      void running.then(end, end);
    });

  return {
    async serve(site, req, res, origin) {
      const { siteId, rules, protocol } = site;
      if (generations.isBehind(siteId, site.generation)) drop(siteId, () => true);
      const use = cacheUse(req, rules, siteCookies(req.headers.cookie, panelCookies));
      if (use === null) return origin(req, res, { file: false });
      // With its port, which pages repeat in their links.
      const key = `${protocol}://${req.headers.host?.toLowerCase()}${use.address}`;
      const renewal = `${siteId} ${rules.version} ${key}`;
      // The site may answer those with cookies in another way.
      const job = use.hasCookies ? `${renewal} cookies` : renewal;
      const lookUp = (): CacheEntry | undefined => {
        const found = store.get(siteId, key, req.headers);
        return found?.version === rules.version && (found.file || !use.hasCookies) ? found : undefined;
      };
      for (const _turn of [1, 2]) {
        const found = lookUp();
        const state = found && stateOf(found, clock.now());
        if (found && state === 'fresh') return sendEntry(found, req, res, clock.now(), 'edge; hit');
        if (found && state === 'stale') {
          if (!fills.has(renewal) && !failures.has(renewal))
            renew(site, use, { key, job: renewal }, req, origin).catch(() => undefined);
          return sendEntry(found, req, res, clock.now(), 'edge; hit; detail=stale');
        }
        if (!use.mayFill || passes.has(job)) break;
        const running = fills.get(job);
        if (running === undefined)
          return fill(site, use, { key, job }, fillRequest(req, { withCookies: true }), res, origin);
        await follow(running, job, res);
        if (res.destroyed) return;
      }
      return origin(req, res, { file: false });
    },
    purge(siteId, addresses, generation) {
      const missed = generation !== undefined && generations.isBehind(siteId, generation, generation - 1);
      drop(siteId, (key) => missed || addresses.some((pattern) => isPurged(addressIn(key), pattern)));
    },
  };
}
