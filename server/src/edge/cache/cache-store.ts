import type { IncomingHttpHeaders } from 'node:http';
import { dropBody, isFor, weightOf, type CacheEntry } from './cache-entry.ts';

/** Responses to one address that depend on different request headers. */
const MAX_VARIANTS = 8;
/** Addresses of one site, so that many tiny responses stay within memory. */
const MAX_ADDRESSES = 5_000;
/** The part of the whole that one site gets. */
const SITE_SHARE = 1 / 4;

export type CacheLimits = { memoryBytes: number; diskBytes: number };
type Tier = keyof CacheLimits;
/** The address that was used least recently comes first. */
type Shelf = { addresses: Map<string, CacheEntry[]>; used: Record<Tier, number> };

export type CacheStore = {
  /** The response to a request, whatever its age. */
  get(siteId: string, key: string, headers: IncomingHttpHeaders): CacheEntry | undefined;
  /** Keeps a response in place of the one to the same request. Removes what was used least, first of the same site. */
  put(siteId: string, key: string, entry: CacheEntry): void;
  /** Whether a response can be kept at an address without another one being dropped, with room left for more. */
  fits(siteId: string, key: string, entry: Pick<CacheEntry, 'vary' | 'version'>): boolean;
  /** Replaces the head of a kept response, whose body stays. Does nothing when it is no longer kept. */
  renew(siteId: string, key: string, kept: CacheEntry, renewed: CacheEntry): void;
  /** Drops what a site has at one address. */
  forget(siteId: string, key: string): void;
  /** Drops what a site has, at the addresses that are chosen. */
  drop(siteId: string, isChosen?: (key: string) => boolean): void;
  used(): Readonly<Record<Tier, number>>;
};

const namesOf = ({ vary }: Pick<CacheEntry, 'vary'>): string => Object.keys(vary).sort().join();

/**
 * Whether a kept response stays when another one to the same address comes: to a request with other values of the same headers.
 * Under a former Vary it may be a response to the wrong request.
 */
const isBeside = (kept: CacheEntry, entry: CacheEntry): boolean =>
  kept.version === entry.version &&
  namesOf(kept) === namesOf(entry) &&
  Object.entries(kept.vary).some(([name, value]) => entry.vary[name] !== value);

/** Puts what was used just now at the end. */
function use<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

const tierOf = ({ body }: CacheEntry): Tier => (Buffer.isBuffer(body) ? 'memoryBytes' : 'diskBytes');

/** Kept responses by site: small ones in memory, large ones in files. A site can neither find nor remove those of another one. */
export function createCacheStore(limits: CacheLimits): CacheStore {
  // The site that was used least recently comes first.
  const shelves = new Map<string, Shelf>();
  const total: Record<Tier, number> = { memoryBytes: 0, diskBytes: 0 };

  const count = (shelf: Shelf, key: string, entry: CacheEntry, sign: 1 | -1): void => {
    const bytes = sign * weightOf(key, entry);
    shelf.used[tierOf(entry)] += bytes;
    total[tierOf(entry)] += bytes;
  };
  const remove = (shelf: Shelf, key: string, entry: CacheEntry): void => {
    count(shelf, key, entry, -1);
    dropBody(entry.body);
  };
  const removeAddress = (shelf: Shelf, key: string): void => {
    for (const entry of shelf.addresses.get(key) ?? []) remove(shelf, key, entry);
    shelf.addresses.delete(key);
  };

  /** Removes what a site used least, until it is within a limit of one tier. */
  const shrink = (shelf: Shelf, tier: Tier, isWithin: () => boolean): void => {
    for (const [key, entries] of shelf.addresses) {
      if (isWithin()) return;
      if (entries.some((entry) => tierOf(entry) === tier)) removeAddress(shelf, key);
    }
  };

  /** Keeps a site within its share, and all within the whole. */
  const makeRoom = (shelf: Shelf, tier: Tier): void => {
    shrink(shelf, tier, () => shelf.used[tier] <= limits[tier] * SITE_SHARE);
    for (const [other, least] of shelves) {
      if (total[tier] <= limits[tier]) return;
      shrink(least, tier, () => total[tier] <= limits[tier]);
      if (least.addresses.size === 0) shelves.delete(other);
    }
  };

  return {
    get(siteId, key, headers) {
      const shelf = shelves.get(siteId);
      const entries = shelf?.addresses.get(key);
      const found = entries?.find((entry) => isFor(entry, headers));
      if (!shelf || !entries || !found) return undefined;
      use(shelves, siteId, shelf);
      use(shelf.addresses, key, entries);
      return found;
    },
    put(siteId, key, entry) {
      const tier = tierOf(entry);
      if (weightOf(key, entry) > limits[tier] * SITE_SHARE) return dropBody(entry.body);
      const shelf: Shelf = shelves.get(siteId) ?? { addresses: new Map(), used: { memoryBytes: 0, diskBytes: 0 } };
      const known = shelf.addresses.get(key) ?? [];
      const kept = known.filter((other) => isBeside(other, entry)).slice(1 - MAX_VARIANTS);
      for (const other of known) if (!kept.includes(other)) remove(shelf, key, other);
      use(shelves, siteId, shelf);
      use(shelf.addresses, key, [...kept, entry]);
      count(shelf, key, entry, 1);
      const [oldest] = shelf.addresses.keys();
      if (shelf.addresses.size > MAX_ADDRESSES && oldest !== undefined) removeAddress(shelf, oldest);
      makeRoom(shelf, tier);
    },
    fits(siteId, key, entry) {
      const known = shelves.get(siteId)?.addresses.get(key) ?? [];
      const same = known.filter(({ vary }) =>
        Object.entries(vary).every(([name, value]) => entry.vary[name] === value),
      );
      return (
        known.every((other) => other.version === entry.version && namesOf(other) === namesOf(entry)) &&
        known.length - same.length < MAX_VARIANTS / 2
      );
    },
    renew(siteId, key, kept, renewed) {
      const shelf = shelves.get(siteId);
      const entries = shelf?.addresses.get(key);
      if (!shelf || !entries?.includes(kept)) return;
      count(shelf, key, kept, -1);
      count(shelf, key, renewed, 1);
      use(
        shelf.addresses,
        key,
        entries.map((entry) => (entry === kept ? renewed : entry)),
      );
      makeRoom(shelf, tierOf(renewed));
    },
    forget(siteId, key) {
      const shelf = shelves.get(siteId);
      if (shelf?.addresses.has(key)) removeAddress(shelf, key);
    },
    drop(siteId, isChosen) {
      const shelf = shelves.get(siteId);
      if (shelf === undefined) return;
      for (const key of shelf.addresses.keys()) if (isChosen === undefined || isChosen(key)) removeAddress(shelf, key);
      if (shelf.addresses.size === 0) shelves.delete(siteId);
    },
    used: () => total,
  };
}
