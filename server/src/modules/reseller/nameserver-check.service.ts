import type { NameserverCheck, NameserverState } from '@panel/contract';
import { BlockList, isIP } from 'node:net';
import type { CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { PAIRS, pairAt } from '../../dns/nameserver-pool.ts';
import { DnsFailure, openResolvers, type DnsResolver } from '../../dns/resolver.ts';
import { findReseller } from './reseller.repo.ts';

const SHOWN_MAX = 64;

/** The answer of the first resolver that gives one; null when none does. */
async function firstAnswer<T>(servers: readonly string[], ask: (of: DnsResolver) => Promise<T>): Promise<T | null> {
  for (const resolver of openResolvers(servers)) {
    try {
      return await ask(resolver);
    } catch (error) {
      if (!(error instanceof DnsFailure)) throw error;
    }
  }
  return null;
}

const addressesOf = async (resolver: DnsResolver, host: string): Promise<string[]> => {
  const both = await Promise.all([resolver.addresses(host, 'A'), resolver.addresses(host, 'AAAA')]);
  return both.flatMap(({ addresses }) => addresses).slice(0, SHOWN_MAX);
};

/** Addresses compared by what they are: IPv6 has many spellings. */
function isAmong(addresses: readonly string[], one: string): boolean {
  const known = new BlockList();
  for (const each of addresses) known.addAddress(each, isIP(each) === 6 ? 'ipv6' : 'ipv4');
  return known.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4');
}

function stateOf(addresses: readonly string[] | null, expected: readonly string[]): NameserverState {
  if (addresses === null) return 'unknown';
  if (addresses.length === 0) return 'missing';
  const isWhole = expected.every((each) => isAmong(addresses, each));
  return isWhole && addresses.every((each) => isAmong(expected, each)) ? 'ready' : 'other';
}

/**
 * Asks the configured resolvers for the first and the last names of a partner's pool, which stand for all, and for the
 * delegation of the domain. @throws PanelError NOT_FOUND
 */
export async function checkNameservers(
  { app: { db, config, clock } }: CallContext,
  { id, domain }: { id: string; domain: string },
): Promise<NameserverCheck> {
  found(await findReseller(db, id));
  const expected = [...(config.nameserverAddresses ?? config.siteAddresses)];
  const hosts = [...pairAt(0, domain), ...pairAt(PAIRS - 1, domain)];
  const [delegated, ...answers] = await Promise.all([
    firstAnswer(config.dnsResolvers, (resolver) => resolver.nameservers(domain)),
    ...hosts.map((host) => firstAnswer(config.dnsResolvers, (resolver) => addressesOf(resolver, host))),
  ]);
  return {
    ...{ domain, expected, checked_at: clock.now().toISOString() },
    delegated: (delegated ?? []).slice(0, SHOWN_MAX),
    names: hosts.map((host, index) => {
      const addresses = answers[index] ?? null;
      return { host, state: stateOf(addresses, expected), found: addresses ?? [] };
    }),
  };
}
