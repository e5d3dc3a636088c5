import type { DnsRecord } from '@panel/contract';
import { startDnsServer, type DnsServer } from '../dns/dns-server.ts';
import { indexZone } from '../dns/zone-index.ts';
import { createLog } from '../process/log.ts';

type Seen = { nameservers?: readonly string[]; records?: DnsRecord[] };

/** What a resolver sees of the world: zones by their name. */
export type World = Map<string, Seen>;

const ttl = 300;
const REGISTRY_HOST = 'a.nic.example';
/** Where the server of the registry is, in its zone. */
export const addressOf = (value: string): DnsRecord => ({ type: 'A', name: 'a.nic', ttl, value });
/** What resolvers see of the zone of a registry. */
export const REGISTRY: Seen = {
  nameservers: [REGISTRY_HOST],
  records: [addressOf('127.0.0.1')],
};

const quiet = { hosts: ['127.0.0.1'], port: 0, log: createLog('silent') };
const noAddresses = async () => ({ addresses: [], ttl: 0 });

/** A resolver that knows what a test tells it, of each name by its nearest zone; it fails to find out about everything else. */
export const resolverOf = (world: ReadonlyMap<string, Seen>): Promise<DnsServer> =>
  startDnsServer({
    ...quiet,
    source: {
      async zoneOf(name) {
        const [found] = [...world]
          .filter(([fqdn]) => name === fqdn || name.endsWith(`.${fqdn}`))
          .sort(([a], [b]) => b.length - a.length);
        if (!found) return null;
        const [fqdn, { nameservers = ['ns1.elsewhere.example'], records = [] }] = found;
        return indexZone({ fqdn, serial: 1, nameservers, records });
      },
      addressesOf: noAddresses,
    },
  });

/** The name server of a registry: it answers for the zone `example` with the delegations that owners have set, by domain. */
export const registryOf = (
  delegations: ReadonlyMap<string, readonly string[]>,
  where: { hosts?: string[]; port?: number } = {},
): Promise<DnsServer> =>
  startDnsServer({
    ...quiet,
    ...where,
    source: {
      async zoneOf(name) {
        if (name !== 'example' && !name.endsWith('.example')) return null;
        const records = [...delegations].flatMap(([domain, hosts]) =>
          hosts.map((value): DnsRecord => ({ type: 'NS', name: domain.replace(/\.example$/, ''), ttl, value })),
        );
        return indexZone({ fqdn: 'example', serial: 1, nameservers: [REGISTRY_HOST], records });
      },
      addressesOf: noAddresses,
    },
  });
