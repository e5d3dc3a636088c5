import type { DnsFailureCode } from '@panel/contract';
import { Resolver, getServers } from 'node:dns/promises';

/** A server that receives the email of a domain; with an empty host, nobody does (RFC 7505). */
export type MailServer = { priority: number; host: string };

/** A recursive resolver that this installation asks. */
export type DnsResolver = {
  /** Its address, and its port unless that is 53. */
  name: string;
  /** Host names of the name servers of a domain, lower case and sorted. @throws DnsFailure */
  nameservers(fqdn: string): Promise<string[]>;
  /** The texts of the TXT records of a name. @throws DnsFailure */
  texts(fqdn: string): Promise<string[]>;
  /** The addresses of a name, and the shortest time in seconds that they may be kept. @throws DnsFailure */
  addresses(fqdn: string, type: 'A' | 'AAAA'): Promise<{ addresses: string[]; ttl: number }>;
  /** The mail servers of a domain, the first to try first. @throws DnsFailure */
  mailServers(fqdn: string): Promise<MailServer[]>;
  /** Ends the questions that have no answer yet; they throw DnsFailure. */
  cancel(): void;
};

/** A resolver did not answer; the message is for people. An answer without records is no failure. */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';
  readonly code: DnsFailureCode;

  constructor(message: string, { code = 'failed', ...options }: ErrorOptions & { code?: DnsFailureCode } = {}) {
    super(message, options);
    this.code = code;
  }
}

const NO_RECORDS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'NOTFOUND']);
const TEXTS: Readonly<Record<string, string>> = {
  ECANCELLED: 'The resolver did not answer in time.',
  ETIMEOUT: 'The resolver did not answer in time.',
  ECONNREFUSED: 'The resolver could not be reached.',
  ESERVFAIL: 'The resolver could not find an answer.',
  EREFUSED: 'The resolver refused the question.',
};

const CODES: Readonly<Record<string, DnsFailureCode>> = {
  ECANCELLED: 'timeout',
  ETIMEOUT: 'timeout',
  ECONNREFUSED: 'unreachable',
  ESERVFAIL: 'failed',
  EREFUSED: 'refused',
};

const TIMEOUT_MS = 3000;
const TRIES = 2;

/** The records, or none when the name has none. */
async function asked<T>(question: Promise<T[]>): Promise<T[]> {
  try {
    return await question;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (NO_RECORDS.has(code)) return [];
    throw new DnsFailure(TEXTS[code] ?? 'The answer of the resolver could not be read.', {
      cause: error,
      code: CODES[code] ?? 'unreadable',
    });
  }
}

const hostOf = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** The resolver at an address, as `address`, `address:port` or `[address]:port`. */
export function resolverAt(server: string): DnsResolver {
  const client = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  client.setServers([server]);
  return {
    name: server,
    nameservers: async (fqdn) => (await asked(client.resolveNs(fqdn))).map(hostOf).sort(),
    texts: async (fqdn) => (await asked(client.resolveTxt(fqdn))).map((parts) => parts.join('')),
    async addresses(fqdn, type) {
      const records = await asked(
        type === 'A' ? client.resolve4(fqdn, { ttl: true }) : client.resolve6(fqdn, { ttl: true }),
      );
      return { addresses: records.map(({ address }) => address), ttl: Math.min(...records.map(({ ttl }) => ttl)) };
    },
    async mailServers(fqdn) {
      const servers = await asked(client.resolveMx(fqdn));
      const read = servers.map(({ priority, exchange }) => ({ priority, host: hostOf(exchange) }));
      return read.sort((a, b) => a.priority - b.priority || a.host.localeCompare(b.host));
    },
    cancel: () => client.cancel(),
  };
}

/** The configured resolvers; those of the system when none are. */
export const openResolvers = (servers: readonly string[]): DnsResolver[] =>
  (servers.length > 0 ? servers : getServers()).map(resolverAt);
