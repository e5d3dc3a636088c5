import { DnsFailure, openResolvers } from '../../dns/resolver.ts';
import type { AppContext } from '../../context/app-context.ts';
import { checkPropagation } from '../dns/propagation.service.ts';
import { txtName, txtValue } from './domain-name.ts';
import type { OpenDomain } from './domain.repo.ts';

type Delegated = {
  /** It is delegated to the name servers of the claim. */
  isDelegated: boolean;
  /** Those are the partner's, and all resolvers that answered see others, or none. */
  isElsewhere: boolean;
  /** Nobody answered who knows that. */
  isUnknown: boolean;
  /** Why it is not delegated, for people. */
  missing: string;
};

/** What the DNS says about a domain. */
export type DomainFacts = Delegated & {
  /** All that answered see the TXT record of the claim. */
  hasText: boolean;
  /** All that answered give the addresses of the hosted sites, and no others. */
  leadsHere: boolean;
  /** None answered. */
  silent: boolean;
};

/** The answers of those resolvers that answered. */
async function answers<T>(questions: Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(questions);
  return settled.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value];
    if (each.reason instanceof DnsFailure) return [];
    throw each.reason;
  });
}

const all = <T>(list: readonly T[], holds: (each: T) => boolean): boolean => list.length > 0 && list.every(holds);

/** Name servers of others that a text names. */
const MOST_NAMED = 4;
const NOT_YET = 'The domain does not use the name servers yet, and the TXT record was not found.';

type Deps = Pick<AppContext, 'config' | 'clock' | 'delegations'>;

/**
 * What the zone above says of a claim with name servers of its own. Only there somebody has chosen between this claim and
 * those of others; resolvers would repeat what our own servers answer.
 */
async function byParent({ delegations }: Deps, domain: string, pair: readonly string[]): Promise<Delegated> {
  const { holds, nameservers, silent } = await delegations.of(domain, pair);
  const facts = { isDelegated: holds, isElsewhere: false, isUnknown: silent !== null };
  if (silent !== null) return { ...facts, missing: `${silent} Try again later, or add the TXT record.` };
  if (nameservers.length === 0) return { ...facts, missing: NOT_YET };
  const used = nameservers.slice(0, MOST_NAMED).join(', ');
  return {
    ...facts,
    missing: `The domain uses ${used}, and the TXT record was not found. Set exactly ${pair.join(' and ')}, or add the record.`,
  };
}

/** What the resolvers see of a claim that shares its name servers with others. */
async function byResolvers(
  { config, clock }: Deps,
  domain: string,
  nameservers: readonly string[],
): Promise<Delegated> {
  const delegation = await checkPropagation(config.dnsResolvers, domain, nameservers, clock.now());
  const told = delegation.resolvers.filter(({ error }) => error === null);
  return {
    isDelegated: delegation.holds,
    isElsewhere: all(told, ({ holds, nameservers: seen }) => !holds && !seen.some((ns) => nameservers.includes(ns))),
    isUnknown: told.length === 0,
    missing: NOT_YET,
  };
}

/** Asks the configured resolvers, and the zone above, about a domain. */
export async function askAboutDomain(
  deps: Deps,
  { domain: row, partnerNameservers }: OpenDomain,
): Promise<DomainFacts> {
  const { config } = deps;
  const { domain, host, token, nameservers: pair, state } = row;
  const resolvers = openResolvers(config.dnsResolvers);
  const addressesAt = (type: 'A' | 'AAAA') => answers(resolvers.map((each) => each.addresses(host, type)));
  const [delegation, texts, a, aaaa] = await Promise.all([
    // Once it is served, resolvers see its own zone, and nothing is to be proven.
    pair && state !== 'connected'
      ? byParent(deps, domain, pair)
      : byResolvers(deps, domain, pair ?? partnerNameservers),
    answers(resolvers.map((each) => each.texts(txtName(domain)))),
    addressesAt('A'),
    addressesAt('AAAA'),
  ]);
  const addresses = [...a, ...aaaa].flatMap((each) => each.addresses);
  const silent = delegation.isUnknown && texts.length === 0;
  return {
    ...{ ...delegation, silent },
    missing: silent ? 'No resolver answered.' : delegation.missing,
    hasText: all(texts, (values) => values.some((value) => value.trim() === txtValue(token))),
    leadsHere: all(addresses, (address) => config.siteAddresses.includes(address)),
  };
}
