import { getServers } from 'node:dns/promises';
import { DnsFailure, resolverAt, type DnsResolver } from '../resolver.ts';
import { askServer, type ServerAddress } from './ask-server.ts';
import { nameserversIn, type DnsReply } from './read-reply.ts';

/** What the zone above a domain delegates it to, which its owner has set where it is registered. */
export type Delegation = {
  /** Every parent that answered delegates to exactly the wanted name servers. */
  holds: boolean;
  /** Lower case and sorted; none when it is not delegated. */
  nameservers: readonly string[];
  /** Why nobody answered, for people; null when somebody did. */
  silent: string | null;
};

export type Delegations = {
  /** Reads the delegation of a domain, and whether it is to exactly these name servers. Never throws for answers. */
  of(domain: string, wanted: readonly string[]): Promise<Delegation>;
};

type Options = {
  /** As `address` or `address:port`; those of the system when empty. */
  resolvers: readonly string[];
  /** Where the name servers of other zones answer. */
  port: number;
  /** Whether a server may be asked. Its address comes from strangers. */
  allows(address: string): boolean;
  /** For all questions about one domain. Replaces the bound, for tests of it. */
  deadlineMs?: number;
};

const DEADLINE_MS = 10_000;
/** Name servers of the parent that are tried. */
const MOST_SERVERS = 3;
/** Labels of the longest parent. A domain with more of them is below a zone that we do not look for. */
const MOST_LABELS = 8;
const DNS_PORT = 53;
const NO_NAME = 3;

/** `address`, `address:port` or `[address]:port`. */
export function serverAt(text: string): ServerAddress {
  const [, v6, v4, port] = /^(?:\[([^\]]{1,60})\]|([^:]{1,60}))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return { address: v6 ?? v4 ?? text, port: Number(port ?? DNS_PORT) };
}

/** The names above a domain, the longest first. */
function namesAbove(domain: string): string[] {
  const labels = domain.split('.').slice(1).slice(-MOST_LABELS);
  return labels.map((_label, at) => labels.slice(at).join('.'));
}

/** The zone that a domain is delegated from, with its name servers. @throws DnsFailure */
async function parentOf(resolver: string, domain: string, signal: AbortSignal) {
  for (const name of namesAbove(domain)) {
    const reply = await askServer(serverAt(resolver), { name, recursive: true }, { signal });
    if (reply.rcode !== 0 && reply.rcode !== NO_NAME) throw new DnsFailure('The resolver could not find an answer.');
    const servers = nameserversIn(reply.answers, name);
    if (servers.length > 0) return { name, servers };
  }
  throw new DnsFailure(`The zone above ${domain} could not be found.`);
}

/**
 * What a server of the parent says of a domain; null when it knows nothing of it. An authoritative answer is no delegation,
 * even one with name servers: it comes from the zone of the domain itself, which may be ours.
 */
export function delegationIn(
  { rcode, authoritative, answers, authorities }: DnsReply,
  domain: string,
): string[] | null {
  if (rcode !== 0 && rcode !== NO_NAME) return null;
  if (authoritative) return [];
  if (rcode !== 0 || answers.length > 0) return null;
  const servers = nameserversIn(authorities, domain);
  return servers.length > 0 ? servers : null;
}

const same = (found: readonly string[], wanted: readonly string[]): boolean =>
  found.length === wanted.length && wanted.every((host) => found.includes(host));

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

/**
 * Asks the zone above a domain, which no answer of our own servers can replace: resolvers prefer what the zone itself says,
 * and for a claimed domain that is us. The parent and the addresses of its servers come from each resolver.
 */
export function createDelegations({ resolvers, port, allows, deadlineMs = DEADLINE_MS }: Options): Delegations {
  const addressesOf = async (resolver: DnsResolver, host: string): Promise<string[]> => {
    for (const type of ['A', 'AAAA'] as const) {
      const { addresses } = await resolver.addresses(host, type);
      const open = addresses.filter(allows);
      if (open.length > 0) return shuffled(open);
    }
    return [];
  };
  const readAt = async (at: ServerAddress, domain: string, wanted: readonly string[], signal: AbortSignal) => {
    const question = { name: domain, recursive: false };
    const found = delegationIn(await askServer(at, question, { signal }), domain);
    // What proves something is read where nobody can forge it.
    if (found === null || !same(found, wanted)) return found;
    return delegationIn(await askServer(at, question, { signal, onlyTcp: true }), domain);
  };
  const seenBy = async (server: string, domain: string, wanted: readonly string[], signal: AbortSignal) => {
    const parent = await parentOf(server, domain, signal);
    const resolver = resolverAt(server);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    for (const host of shuffled(parent.servers).slice(0, MOST_SERVERS)) {
      if (signal.aborted) break;
      try {
        const [address] = await addressesOf(resolver, host);
        const found = address && (await readAt({ address, port }, domain, wanted, signal));
        if (found) return found;
      } catch (error) {
        if (!(error instanceof DnsFailure)) throw error;
      }
    }
    throw new DnsFailure(`The name servers of ${parent.name}, which know where the domain leads, did not answer.`);
  };
  return {
    async of(domain, given) {
      const wanted = given.map((host) => host.toLowerCase());
      const signal = AbortSignal.timeout(deadlineMs);
      const all = resolvers.length > 0 ? resolvers : getServers();
      const settled = await Promise.allSettled(all.map((resolver) => seenBy(resolver, domain, wanted, signal)));
      const seen: string[][] = [];
      let silent = 'No resolver answered.';
      for (const each of settled) {
        if (each.status === 'fulfilled') seen.push(each.value);
        else if (each.reason instanceof DnsFailure) silent = each.reason.message;
        else throw each.reason;
      }
      const [first] = seen;
      if (first === undefined) return { holds: false, nameservers: [], silent };
      const other = seen.find((found) => !same(found, wanted));
      return { holds: other === undefined, nameservers: other ?? first, silent: null };
    },
  };
}
