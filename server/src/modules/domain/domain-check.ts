import { DnsFailure, openResolvers } from '../../dns/resolver.ts';
import type { AppContext } from '../../context/app-context.ts';
import { checkPropagation } from '../dns/propagation.service.ts';
import { txtName, txtValue } from './domain-name.ts';
import type { OpenDomain } from './domain.repo.ts';

/** What the resolvers say about a domain. */
export type DomainFacts = {
  /** All see the partner's name servers. */
  isDelegated: boolean;
  /** All that answered see others, or none. */
  isElsewhere: boolean;
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

/** Asks the configured resolvers about a domain. */
export async function askAboutDomain(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  { domain: { domain, host, token }, nameservers }: OpenDomain,
): Promise<DomainFacts> {
  const resolvers = openResolvers(config.dnsResolvers);
  const addressesAt = (type: 'A' | 'AAAA') => answers(resolvers.map((each) => each.addresses(host, type)));
  const [delegation, texts, a, aaaa] = await Promise.all([
    checkPropagation(config.dnsResolvers, domain, nameservers, clock.now()),
    answers(resolvers.map((each) => each.texts(txtName(domain)))),
    addressesAt('A'),
    addressesAt('AAAA'),
  ]);
  const told = delegation.resolvers.filter(({ error }) => error === null);
  const addresses = [...a, ...aaaa].flatMap((each) => each.addresses);
  return {
    isDelegated: delegation.holds,
    isElsewhere: all(told, ({ holds, nameservers: seen }) => !holds && !seen.some((ns) => nameservers.includes(ns))),
    hasText: all(texts, (values) => values.some((value) => value.trim() === txtValue(token))),
    leadsHere: all(addresses, (address) => config.siteAddresses.includes(address)),
    silent: told.length === 0 && texts.length === 0,
  };
}
