import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { EgressRefusal } from './refusal.ts';

/** All addresses of a name; empty when it has none. Rejects when the lookup failed. */
export type Resolve = (name: string) => Promise<string[]>;

const QUESTION_MS = 2000;
/** How long a failed lookup is cached. */
const REMEMBER_MS = 30_000;
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Queries the machine's name servers. Not `dns.lookup`, which uses the few threads that also read the panel's files:
 * a site's slow names would block them. Names of /etc/hosts are unknown here on purpose.
 */
export function systemResolve(): Resolve {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: 1 });
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failed = answers.find((answer) => answer.status === 'rejected' && !NO_SUCH_NAME.has(answer.reason?.code));
    if (failed?.status === 'rejected') throw failed.reason;
    return [];
  };
}

/**
 * Caches failed lookups for one site, so that pages do not wait for them again: a name without an address, and
 * unreachable name servers. Successes are not cached; the connection is made to the checked address.
 * @throws EgressRefusal 502
 */
export function rememberingFailures(resolve: Resolve, now: () => number): Resolve {
  const failed = new LRUCache<string, string>({ max: 500, ttl: REMEMBER_MS, perf: { now } });
  let silentUntil = -Infinity;
  return async (name) => {
    const known = failed.get(name) ?? (now() < silentUntil ? 'The name servers do not answer.' : undefined);
    if (known !== undefined) throw new EgressRefusal(502, known);
    try {
      const addresses = await resolve(name);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ETIMEOUT') silentUntil = now() + REMEMBER_MS;
      failed.set(name, `${name} could not be resolved.`);
      throw new EgressRefusal(502, `${name} could not be resolved.`, { cause: error });
    }
    failed.set(name, `${name} has no address.`);
    throw new EgressRefusal(502, `${name} has no address.`);
  };
}
