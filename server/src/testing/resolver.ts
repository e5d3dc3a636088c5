import type { DnsRecord } from '@panel/contract';
import { startDnsServer, type DnsServer } from '../dns/dns-server.ts';
import { indexZone } from '../dns/zone-index.ts';
import { createLog } from '../process/log.ts';

export type Seen = { nameservers?: readonly string[]; records?: DnsRecord[] };

/** What a resolver sees of the world: zones by their name. */
export type World = Map<string, Seen>;

/** A resolver that knows what a test tells it, of each name by its nearest zone; it fails to find out about everything else. */
export const resolverOf = (world: ReadonlyMap<string, Seen>): Promise<DnsServer> =>
  startDnsServer({
    ...{ hosts: ['127.0.0.1'], port: 0, log: createLog('silent') },
    source: {
      async zoneOf(name) {
        const [found] = [...world]
          .filter(([fqdn]) => name === fqdn || name.endsWith(`.${fqdn}`))
          .sort(([a], [b]) => b.length - a.length);
        if (!found) return null;
        const [fqdn, { nameservers = ['ns1.elsewhere.example'], records = [] }] = found;
        return indexZone({ fqdn, serial: 1, nameservers, records });
      },
      addressesOf: async () => ({ addresses: [], ttl: 0 }),
    },
  });
