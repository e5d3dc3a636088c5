import { APEX } from '@panel/contract';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { ZoneSource } from '../../dns/answer.ts';
import type { Zone } from '../../dns/zone.ts';
import { pairAt, poolLabels } from '../../dns/nameserver-pool.ts';
import { indexZone, type ZoneIndex } from '../../dns/zone-index.ts';
import { claimedDomains } from './claimed-domains.repo.ts';
import { createAliasAddresses } from './alias-addresses.ts';
import { servedZone, sitesDomains, zoneNames, zonesChangedSince, zonesMark } from './dns.repo.ts';
import { createChallengeReader, indexWith, isChallengeName } from './zone-challenges.ts';
import { addressRecords } from './zone-template.ts';

/** How often changes are looked for that nobody told this process about. */
const FRESH_MS = 5000;
/** Clocks of processes that share a database may differ so much. */
const SKEW_MS = 60_000;
const ZONES = 20_000;
/** Domains above a name that are looked at. */
const MOST_ABOVE = 16;
/** Of the records below a sites domain, which never change. */
export const SITES_SERIAL = 1;

/** The name and the domains above it that may be zones, the longest first; a top-level domain is none. */
export function candidatesOf(name: string): string[] {
  const labels = name.split('.');
  return labels
    .slice(0, -1)
    .map((_label, at) => labels.slice(at).join('.'))
    .slice(-MOST_ABOVE);
}

type Names = {
  mark: string;
  zones: ReadonlySet<string>;
  sites: ReadonlyMap<string, ZoneIndex>;
  /** The partners' name servers themselves, each a zone of its own, so that following them leads somewhere. */
  servers: ReadonlyMap<string, ZoneIndex>;
  /** The domains of the pools of name servers, which are zones, with the partners' own name servers. */
  pools: ReadonlyMap<string, string[]>;
  /** Domains that nobody has proven: their name servers are answered, and nothing else. */
  claims: ReadonlyMap<string, ZoneIndex>;
};

/** Of the NS records of a claim, in seconds: they change when another claim of the domain is proven. */
const CLAIM_NS_TTL = 300;

/** The zone of a domain that somebody claims, so that a resolver sees where it is delegated to. */
export const claimedZone = ({ fqdn, nameservers }: { fqdn: string; nameservers: string[] }): Zone => ({
  ...{ fqdn, nameservers, serial: SITES_SERIAL, records: [] },
  nsTtl: CLAIM_NS_TTL,
});

export type ZoneDirectory = ZoneSource & {
  /** Forgets what is known about a zone, because it was changed. */
  invalidate(fqdn: string): void;
};

type ZoneConfig = Pick<Config, 'dnsResolvers' | 'siteAddresses' | 'nameserverAddresses'>;

/**
 * Zones from the database: those of customers' domains, and each partner's sites domain, whose names all lead to the
 * hosted sites. The names of all zones are in memory, so that questions for random names cost no query.
 */
export function createZoneSource(db: Database, config: ZoneConfig): ZoneDirectory {
  const zones = new LRUCache<string, ZoneIndex>({ max: ZONES });
  const records = addressRecords('*', config.siteAddresses);
  const serverAddresses = config.nameserverAddresses ?? config.siteAddresses;
  const serverRecords = addressRecords(APEX, serverAddresses);
  const serverZone = (fqdn: string, nameservers: string[]): ZoneIndex =>
    indexZone({ fqdn, nameservers, serial: SITES_SERIAL, records: serverRecords });
  const pools = new Map<string, ZoneIndex>();
  /** Has the partner's own name servers below it, too, although each is a zone, so that none of them is said to be absent. */
  const poolZone = (fqdn: string, own: string[]): ZoneIndex => {
    const below = own.filter((host) => host.endsWith(`.${fqdn}`)).map((host) => host.slice(0, -fqdn.length - 1));
    // While the partners are read again, the earlier ones are used.
    const key = [fqdn, ...own].join();
    const made =
      pools.get(key) ??
      indexZone({
        ...{ fqdn, serial: SITES_SERIAL, nameservers: own.length > 0 ? own : pairAt(0, fqdn) },
        records: [...poolLabels(), ...below].flatMap((label) => addressRecords(label, serverAddresses)),
      });
    pools.set(key, made);
    return made;
  };
  let names: Names | null = null;
  let looking: Promise<Names> | null = null;
  let fresh = false;

  let lookedAt = 0;
  let partners = '';

  const look = async (): Promise<Names> => {
    const since = new Date(lookedAt - SKEW_MS);
    lookedAt = Date.now();
    const changed = zones.size === 0 ? [] : zonesChangedSince(db, since);
    const [mark, sites, fqdns] = await Promise.all([zonesMark(db), sitesDomains(db), changed]);
    for (const fqdn of fqdns) zones.delete(fqdn);
    // Every zone has the name servers of its partner.
    const now = JSON.stringify(sites);
    const othersPartners = now !== partners;
    if (othersPartners) {
      zones.clear();
      pools.clear();
    }
    partners = now;
    const known = names?.mark === mark && !othersPartners ? names : null;
    return {
      mark,
      zones: known?.zones ?? new Set(await zoneNames(db)),
      claims:
        known?.claims ?? new Map((await claimedDomains(db)).map((each) => [each.fqdn, indexZone(claimedZone(each))])),
      sites: new Map(sites.map((each) => [each.fqdn, indexZone({ ...each, serial: SITES_SERIAL, records })])),
      servers: new Map(
        sites.flatMap(({ nameservers }) =>
          nameservers.map((host) => {
            const fqdn = host.toLowerCase();
            return [fqdn, serverZone(fqdn, nameservers)] as const;
          }),
        ),
      ),
      pools: new Map(
        sites.flatMap(({ pool, formerPools, nameservers }) =>
          [...(pool ? [pool] : []), ...formerPools].map(
            (each) => [each.toLowerCase(), nameservers.map((host) => host.toLowerCase())] as const,
          ),
        ),
      ),
    };
  };
  /** The names, at most a few seconds old; while they are read again, the earlier ones. */
  const current = async (): Promise<Names> => {
    if (names && fresh) return names;
    looking ??= look()
      .then((found) => {
        fresh = true;
        setTimeout(() => (fresh = false), FRESH_MS).unref();
        return (names = found);
      })
      .finally(() => (looking = null));
    if (!names) return looking;
    looking.catch(() => undefined);
    return names;
  };
  const load = async (fqdn: string): Promise<ZoneIndex | null> => {
    const known = zones.get(fqdn);
    if (known) return known;
    const row = await servedZone(db, fqdn);
    if (!row) return null;
    const index = indexZone(row);
    zones.set(fqdn, index);
    return index;
  };

  const challenges = createChallengeReader(db);
  const zoneOf = async (name: string): Promise<ZoneIndex | null> => {
    const known = await current();
    const candidates = candidatesOf(name);
    // A customer's zone never replaces names below the partner's own domain.
    const own = candidates.find((each) => known.sites.has(each));
    if (own !== undefined) return known.sites.get(own) ?? null;
    for (const each of candidates) {
      const zone = known.zones.has(each) ? await load(each) : null;
      if (zone) return zone;
    }
    // A name server that a partner has entered never hides names of a customer's zone.
    const server = candidates.find((each) => known.servers.has(each));
    if (server !== undefined) return known.servers.get(server) ?? null;
    const pool = candidates.find((each) => known.pools.has(each));
    if (pool !== undefined) return poolZone(pool, known.pools.get(pool) ?? []);
    // A claim never hides names of a zone.
    const claimed = candidates.find((each) => known.claims.has(each));
    return claimed === undefined ? null : (known.claims.get(claimed) ?? null);
  };

  return {
    async zoneOf(name) {
      const zone = await zoneOf(name);
      return zone && isChallengeName(name) ? indexWith(zone, name, await challenges()) : zone;
    },
    addressesOf: createAliasAddresses(config.dnsResolvers),
    invalidate(fqdn) {
      zones.delete(fqdn);
      fresh = false;
      if (names && (!names.zones.has(fqdn) || names.claims.has(fqdn))) names = null;
    },
  };
}
