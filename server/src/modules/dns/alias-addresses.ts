import { LRUCache } from 'lru-cache';
import { DnsFailure, openResolvers, type DnsResolver } from '../../dns/resolver.ts';

type Found = Awaited<ReturnType<DnsResolver['addresses']>>;
type Kept = { found: Found } | { error: unknown };
export type AliasAddresses = (name: string, type: 'A' | 'AAAA') => Promise<Found>;

const ALIASES = 5000;
const KEPT_MS = 60_000;
const FAILURE_KEPT_MS = 15_000;
/** Questions that wait for other name servers at the same time, in all and for one name. */
const MOST_WAITING = 200;
const MOST_OF_NAME = 20;

/**
 * Looks up what ALIAS records lead to, at the first of the resolvers. Equal questions share one look-up, and failures
 * are kept for a moment: a name server that never answers must not hold up other questions.
 */
export function createAliasAddresses(
  servers: readonly string[],
  open: (servers: readonly string[]) => DnsResolver[] = openResolvers,
): AliasAddresses {
  const kept = new LRUCache<string, Kept>({ max: ALIASES });
  const lookups = new Map<string, { answer: Promise<Found>; waiting: number }>();
  let resolver: DnsResolver | undefined;
  let waiting = 0;

  async function lookUp(key: string, name: string, type: 'A' | 'AAAA'): Promise<Found> {
    try {
      resolver ??= open(servers)[0];
      if (!resolver) throw new DnsFailure('There is no resolver.');
      const found = await resolver.addresses(name, type);
      kept.set(key, { found }, { ttl: KEPT_MS });
      return found;
    } catch (error) {
      kept.set(key, { error }, { ttl: FAILURE_KEPT_MS });
      throw error;
    } finally {
      lookups.delete(key);
    }
  }

  return async (name, type) => {
    const key = `${type} ${name}`;
    const known = kept.get(key);
    if (known) {
      if ('error' in known) throw known.error;
      return known.found;
    }
    if (waiting >= MOST_WAITING) throw new DnsFailure('Too many questions wait for other name servers.');
    const lookup = lookups.get(key) ?? { answer: lookUp(key, name, type), waiting: 0 };
    if (lookup.waiting >= MOST_OF_NAME) throw new DnsFailure('Too many questions wait for this name.');
    lookups.set(key, lookup);
    lookup.waiting += 1;
    waiting += 1;
    try {
      return await lookup.answer;
    } finally {
      waiting -= 1;
      lookup.waiting -= 1;
    }
  };
}
