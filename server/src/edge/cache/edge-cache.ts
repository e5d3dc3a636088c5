import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { openNamelessFile } from '../../lib/nameless-file.ts';
import { siteCookies } from '../proxy-headers.ts';
import { createSharedBudget } from '../shared-budget.ts';
import { stateOf, type CacheEntry } from './cache-entry.ts';
import { addressOf, cacheUse, fillRequest, unreadResponse, type CacheUse } from './cache-request.ts';
import type { CachedSite, Origin } from './cached-site.ts';
import { createCacheStore, type CacheLimits } from './cache-store.ts';
import { forgetCapture } from './capture-answer.ts';
import { createContentMarks } from './content-marks.ts';
import { createFill, type Place } from './fill.ts';
import { createGenerations } from './generations.ts';
import { isSafe, watchChange } from './invalidation.ts';
import { sendEntry } from './send-entry.ts';

export type EdgeCacheOptions = {
  clock: { now(): number };
  /** Folder for large bodies. Its files have no name, so nothing outlives the process. */
  folder: string;
  isDiskLow: () => Promise<boolean>;
  panelCookies: string[];
  limits?: Partial<CacheLimits>;
  /** The mark of a site's content, which is another one after each change; null without one. Absent: there are none. */
  contentMark?: ((siteId: string) => Promise<string | null>) | undefined;
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

/** How long what is on its way is compared with what was changed meanwhile; a body takes no longer. */
const CHANGE_MS = 600_000;

/** Where a response is kept: with the port, which pages repeat in their links. */
const keyOf = (protocol: string, req: IncomingMessage, address: string): string =>
  `${protocol}://${req.headers.host?.toLowerCase()}${address}`;

/** The address within a site, of a key. */
const addressIn = (key: string): string => key.slice(key.indexOf('/', key.indexOf('://') + 3));

function isPurged(address: string, pattern: string): boolean {
  if (pattern.endsWith('*')) return address.startsWith(pattern.slice(0, -1));
  return address === pattern || (!pattern.includes('?') && address.split('?', 1)[0] === pattern);
}

/** A shared HTTP cache (RFC 9111) in front of hosted sites, one for each process (docs/adr/0073, docs/adr/0087). */
export function createEdgeCache({ clock, folder, isDiskLow, panelCookies, ...options }: EdgeCacheOptions): EdgeCache {
  const limits = { ...LIMITS, ...options.limits };
  const store = createCacheStore(limits);
  const fills = new Map<string, Promise<unknown>>();
  const now = { perf: { now: () => clock.now() }, max: MAX_MARKS };
  const passes = new LRUCache<string, true>({ ...now, ttl: PASS_MS });
  const failures = new LRUCache<string, true>({ ...now, ttl: RETRY_MS });
  const purges = new Map<string, number>();
  const changes = new LRUCache<string, number>({ ...now, ttl: CHANGE_MS });
  let changeCount = 0;
  const generations = createGenerations((siteId) => store.drop(siteId));

  const openFile = async () => {
    if (await isDiskLow()) throw new Error('The disk has no room for the cache.');
    return openNamelessFile(folder);
  };
  const fill = createFill({
    ...{ clock, store, passes, failures, openFile },
    memory: createSharedBudget(FILL_BYTES),
    disk: createSharedBudget(limits.diskBytes * FILL_SHARE),
    stateOf: (siteId, key) => `${purges.get(siteId) ?? 0} ${changes.get(`${siteId} ${key}`) ?? 0}`,
  });
  /** Lets others wait for the same response. */
  const shared = (job: string, { done, answered }: ReturnType<typeof fill>): Promise<void> => {
    fills.set(job, done);
    void done.finally(() => fills.delete(job));
    return answered;
  };

  /** Drops what a site has at the chosen addresses, and everything that is on its way into the cache. */
  const drop = (siteId: string, isChosen: (key: string) => boolean): void => {
    purges.set(siteId, (purges.get(siteId) ?? 0) + 1);
    store.drop(siteId, isChosen);
  };
  const marks =
    options.contentMark && createContentMarks(clock, options.contentMark, (siteId) => drop(siteId, () => true));

  /** Renews what is kept, without a visitor who waits. What fails, or ends without a response, is tried again later. */
  const renew = async (site: CachedSite, use: CacheUse, place: Place, req: IncomingMessage, origin: Origin) => {
    const request = fillRequest(req, { withCookies: false });
    const res = unreadResponse(request);
    const send = async () => void res.end();
    try {
      await shared(place.job, fill({ site, use, place, send }, request, res, origin));
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

  /** What a request that may change something changes is not kept any longer, nor what is on its way at the same address. */
  const watch = ({ siteId, protocol, rules }: CachedSite, req: IncomingMessage, res: ServerResponse): void =>
    watchChange(req, res, protocol, (address) => {
      for (const one of new Set([address, addressOf(address, rules)])) {
        const key = keyOf(protocol, req, one);
        changes.set(`${siteId} ${key}`, (changeCount += 1));
        store.forget(siteId, key);
      }
    });

  return {
    async serve(site, req, res, origin) {
      const { siteId, rules, protocol } = site;
      if (generations.isBehind(siteId, site.generation)) drop(siteId, () => true);
      const looking = marks?.look(siteId);
      if (looking) await looking;
      if (!isSafe(req)) watch(site, req, res);
      const use = cacheUse(req, rules, siteCookies(req.headers.cookie, panelCookies));
      if (use === null) return origin(req, res, { file: false });
      const key = keyOf(protocol, req, use.address);
      const renewal = `${siteId} ${rules.version} ${key}`;
      // The site may answer those with cookies in another way.
      const job = use.hasCookies ? `${renewal} cookies` : renewal;
      const send = (entry: CacheEntry, note: string) => sendEntry(entry, req, res, clock.now(), note);
      const lookUp = (): CacheEntry | undefined => {
        const found = store.get(siteId, key, req.headers);
        return found?.version === rules.version && (found.file || !use.hasCookies) ? found : undefined;
      };
      for (const _turn of [1, 2]) {
        const found = lookUp();
        const state = found && stateOf(found, clock.now());
        if (found && state === 'fresh') return send(found, 'edge; hit');
        if (found && state === 'stale') {
          const isOurs = use.strangers.every((name) => found.vary[name] !== undefined);
          if (isOurs && !fills.has(renewal) && !failures.has(renewal))
            renew(site, use, { key, job: renewal, kept: found }, req, origin).catch(() => undefined);
          return send(found, 'edge; hit; detail=stale');
        }
        if (found && state === 'spare' && failures.has(renewal)) return send(found, 'edge; hit; detail=stale');
        if (use.onlyKept) return void res.writeHead(504, { 'cache-control': 'no-store', 'content-length': 0 }).end();
        if (!use.mayFill) break;
        const begin = () =>
          fill(
            { site, use, place: { key, job, kept: found }, send },
            fillRequest(req, { withCookies: true }),
            res,
            origin,
          );
        // Nobody waits for what one visitor has asked for in a way of its own.
        if (use.strangers.length > 0) return begin().answered;
        if (passes.has(job)) {
          if (found) return begin().answered;
          break;
        }
        const running = fills.get(job);
        if (running === undefined) return shared(job, begin());
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
