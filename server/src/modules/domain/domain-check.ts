import { DOMAIN_ANSWERS_MAX, type DomainAnswer } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { said, type Said } from '../../context/said.ts';
import { DnsFailure, openResolvers, type DnsResolver } from '../../dns/resolver.ts';
import { txtName, txtValue } from './domain-name.ts';
import type { OpenDomain } from './domain.repo.ts';

type Delegated = {
  /** It is delegated to the name servers of the claim. */
  isDelegated: boolean;
  /** Those are the partner's, and all resolvers that answered see others, or none. */
  isElsewhere: boolean;
  /** Nobody answered who knows that. */
  isUnknown: boolean;
  /** Why it is not delegated. */
  missing: Said;
};

/** What was asked, and what was answered, as evidence. */
export type Asked = Record<'nameservers' | 'txt' | 'address', DomainAnswer[]>;

/** What the DNS says about a domain. */
export type DomainFacts = Delegated & {
  /** All that answered see the TXT record of the claim. */
  hasText: boolean;
  /** All that answered give the addresses of the hosted sites, and no others. */
  leadsHere: boolean;
  /** None answered. */
  silent: boolean;
  /** The name servers that it uses now. */
  nameservers: readonly string[];
  asked: Asked;
};

/** Characters of an answer that are shown: a TXT record of somebody else can have 65,535. */
const LONGEST_SHOWN = 300;

/** Foreign answers, as many and as long as a page shows. */
const shown = (answers: readonly string[]): string[] =>
  answers.slice(0, DOMAIN_ANSWERS_MAX).map((each) => each.slice(0, LONGEST_SHOWN).toWellFormed());

type Question = { type: DomainAnswer['type']; ask: (resolver: DnsResolver) => Promise<string[]> };

/** Asks each resolver; `told` are the answers of those that answered. */
async function askAll(resolvers: readonly DnsResolver[], { type, ask }: Question) {
  const told: string[][] = [];
  const asked = await Promise.all(
    resolvers.slice(0, DOMAIN_ANSWERS_MAX / 2).map(async (resolver): Promise<DomainAnswer> => {
      try {
        const answers = await ask(resolver);
        told.push(answers);
        return { by: resolver.name, type, answers: shown(answers), failure: null };
      } catch (error) {
        if (!(error instanceof DnsFailure)) throw error;
        return { by: resolver.name, type, answers: [], failure: error.code };
      }
    }),
  );
  return { told, asked };
}

const all = <T>(list: readonly T[], holds: (each: T) => boolean): boolean => list.length > 0 && list.every(holds);

/** Name servers of others that a text names. */
const MOST_NAMED = 4;
const NOT_YET = said('The domain does not use the name servers yet, and the TXT record was not found.');

type Deps = Pick<AppContext, 'config' | 'clock' | 'delegations'>;

/**
 * What the zone above says of a claim with name servers of its own. Only there somebody has chosen between this claim and
 * those of others; resolvers would repeat what our own servers answer.
 */
async function byParent({ delegations }: Deps, domain: string, pair: readonly string[]) {
  const { holds, nameservers, silent } = await delegations.of(domain, pair);
  const asked: DomainAnswer = {
    ...{ by: null, type: 'NS' as const, answers: shown(nameservers) },
    failure: silent === null ? null : 'failed',
  };
  const facts = { isDelegated: holds, isElsewhere: false, isUnknown: silent !== null, nameservers, asked };
  if (silent !== null)
    return { ...facts, missing: said('{reason} Try again later, or add the TXT record.', { reason: silent }) };
  if (nameservers.length === 0) return { ...facts, missing: NOT_YET };
  const missing = said(
    'The domain uses {used}, and the TXT record was not found. Set exactly {first} and {second}, or add the record.',
    { used: nameservers.slice(0, MOST_NAMED).join(', '), first: pair[0] ?? '', second: pair[1] ?? '' },
  );
  return { ...facts, missing };
}

/** What the resolvers see of a claim that shares its name servers with others. */
function byResolvers(told: readonly string[][], nameservers: readonly string[]): Delegated {
  const ours = nameservers.map((host) => host.toLowerCase());
  return {
    isDelegated: all(told, (seen) => all(seen, (host) => ours.includes(host))),
    isElsewhere: all(told, (seen) => !seen.some((host) => ours.includes(host))),
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
  const addressesAt = (type: 'A' | 'AAAA') =>
    askAll(resolvers, { type, ask: async (each) => (await each.addresses(host, type)).addresses });
  const [parent, ns, texts, a, aaaa] = await Promise.all([
    // Once it is served, resolvers see its own zone, and nothing is to be proven.
    pair && state !== 'connected' ? byParent(deps, domain, pair) : null,
    askAll(resolvers, { type: 'NS', ask: (each) => each.nameservers(domain) }),
    askAll(resolvers, { type: 'TXT', ask: (each) => each.texts(txtName(domain)) }),
    addressesAt('A'),
    addressesAt('AAAA'),
  ]);
  const delegated = parent ?? byResolvers(ns.told, pair ?? partnerNameservers);
  const addresses = [...a.told, ...aaaa.told].flat();
  const silent = delegated.isUnknown && texts.told.length === 0;
  const { isDelegated, isElsewhere, isUnknown, missing } = delegated;
  return {
    ...{ isDelegated, isElsewhere, isUnknown, silent },
    missing: silent ? said('No resolver answered.') : missing,
    hasText: all(texts.told, (values) => values.some((value) => value.trim() === txtValue(token))),
    leadsHere: all(addresses, (address) => config.siteAddresses.includes(address)),
    nameservers: shown(parent && parent.nameservers.length > 0 ? parent.nameservers : (ns.told[0] ?? [])),
    asked: {
      nameservers: parent ? [parent.asked, ...ns.asked] : ns.asked,
      txt: texts.asked,
      address: [...a.asked, ...aaaa.asked],
    },
  };
}
