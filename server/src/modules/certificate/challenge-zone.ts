import type { Database } from '../../db/database.ts';
import type { DnsDriver } from '../../dns/dns-driver.ts';
import type { Zone } from '../../dns/zone.ts';
import { servedZone, sitesDomains } from '../dns/dns.repo.ts';
import { withChallenges } from '../dns/zone-challenges.ts';
import { candidatesOf, SITES_SERIAL } from '../dns/zone-source.ts';
import { addressRecords } from '../dns/zone-template.ts';

/** The zone of ours that a name is in; a customer's never replaces names below a sites domain. */
export async function zoneOfName(db: Database, name: string, siteAddresses: readonly string[]): Promise<Zone | null> {
  const candidates = candidatesOf(name);
  const own = (await sitesDomains(db)).filter(({ fqdn }) => candidates.includes(fqdn));
  const [longest] = own.toSorted((a, b) => b.fqdn.length - a.fqdn.length);
  if (longest) return { ...longest, serial: SITES_SERIAL, records: addressRecords('*', siteAddresses) };
  for (const each of candidates) {
    const zone = await servedZone(db, each);
    if (zone) return zone;
  }
  return null;
}

type Deps = { db: Database; dns: DnsDriver; siteAddresses: readonly string[] };

/** Makes the name servers answer with the challenges that are open at a name now. */
export async function deliverChallenges({ db, dns, siteAddresses }: Deps, name: string, signal: AbortSignal) {
  if (dns.readsDatabase) return;
  const find = () => zoneOfName(db, name, siteAddresses);
  const read = async () => {
    const zone = await find();
    return zone && withChallenges(db, zone);
  };
  const found = await find();
  if (found) await dns.deliver(found.fqdn, read, signal);
}
