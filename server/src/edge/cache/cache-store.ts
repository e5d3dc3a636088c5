import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { dropBody, isFor, weightOf, type CacheEntry } from './cache-entry.ts';

/** Responses to one address that depend on different request headers. */
const MAX_VARIANTS = 8;
/** Addresses of one site, so that many tiny responses stay within memory. */
const MAX_ADDRESSES = 5_000;
/** The part of the whole that one site gets. */
const SITE_SHARE = 1 / 4;

export type CacheLimits = { memoryBytes: number; diskBytes: number };
type Tier = keyof CacheLimits;
type Shelf = { addresses: LRUCache<string, CacheEntry[]>; used: Record<Tier, number> };

export type CacheStore = {
  /** The response to a request, whatever its age. */
  get(siteId: string, key: string, headers: IncomingHttpHeaders): CacheEntry | undefined;
  /** Keeps a response in place of the one to the same request. Removes what was used least, first of the same site. */
  put(siteId: string, key: string, entry: CacheEntry): void;
  /** Drops what a site has, at the addresses that are chosen. */
  drop(siteId: string, isChosen?: (key: string) => boolean): void;
  used(): Readonly<Record<Tier, number>>;
};

const tierOf = ({ body }: CacheEntry): Tier => (Buffer.isBuffer(body) ? 'memoryBytes' : 'diskBytes');

/** Kept responses by site: small ones in memory, large ones in files. A site can neither find nor remove those of another one. */
export function createCacheStore(limits: CacheLimits): CacheStore {
  // The site that was used least recently comes first.
  const shelves = new Map<string, Shelf>();
  const total: Record<Tier, number> = { memoryBytes: 0, diskBytes: 0 };

  const count = (shelf: Shelf, entry: CacheEntry, sign: 1 | -1): void => {
    const bytes = sign * weightOf(entry);
    shelf.used[tierOf(entry)] += bytes;
    total[tierOf(entry)] += bytes;
  };

  const newShelf = (): Shelf => {
    const shelf: Shelf = {
      used: { memoryBytes: 0, diskBytes: 0 },
      addresses: new LRUCache<string, CacheEntry[]>({
        max: MAX_ADDRESSES,
        noDisposeOnSet: true,
        dispose: (entries) => entries.forEach((entry) => remove(shelf, entry)),
      }),
    };
    return shelf;
  };
  const remove = (shelf: Shelf, entry: CacheEntry): void => {
    count(shelf, entry, -1);
    dropBody(entry.body);
  };

  /** Removes what a site used least, until it is within a limit of one tier. */
  const shrink = (shelf: Shelf, tier: Tier, isWithin: () => boolean): void => {
    const used = [...shelf.addresses.rkeys()];
    for (const key of used) {
      if (isWithin()) return;
      if (shelf.addresses.peek(key)?.some((entry) => tierOf(entry) === tier)) shelf.addresses.delete(key);
    }
  };

  return {
    get(siteId, key, headers) {
      return shelves
        .get(siteId)
        ?.addresses.get(key)
        ?.find((entry) => isFor(entry, headers));
    },
    put(siteId, key, entry) {
      const tier = tierOf(entry);
      if (weightOf(entry) > limits[tier] * SITE_SHARE) return dropBody(entry.body);
      const shelf = shelves.get(siteId) ?? newShelf();
      shelves.delete(siteId);
      shelves.set(siteId, shelf);
      const known = shelf.addresses.get(key) ?? [];
      const same = (other: CacheEntry) =>
        other.version !== entry.version || JSON.stringify(other.vary) === JSON.stringify(entry.vary);
      const kept = known.filter((other) => !same(other)).slice(1 - MAX_VARIANTS);
      for (const other of known) if (!kept.includes(other)) remove(shelf, other);
      shelf.addresses.set(key, [...kept, entry]);
      count(shelf, entry, 1);
      shrink(shelf, tier, () => shelf.used[tier] <= limits[tier] * SITE_SHARE);
      for (const [other, oldest] of shelves) {
        if (total[tier] <= limits[tier]) return;
        shrink(oldest, tier, () => total[tier] <= limits[tier]);
        if (oldest.addresses.size === 0) shelves.delete(other);
      }
    },
    drop(siteId, isChosen) {
      const shelf = shelves.get(siteId);
      if (shelf === undefined) return;
      for (const key of [...shelf.addresses.keys()])
        if (isChosen === undefined || isChosen(key)) shelf.addresses.delete(key);
      if (shelf.addresses.size === 0) shelves.delete(siteId);
    },
    used: () => total,
  };
}
