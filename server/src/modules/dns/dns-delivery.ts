import { DeliveryFailed } from '../../dns/powerdns.ts';
import type { AppContext } from '../../process/app-context.ts';
import { recordDelivery, unservedZones } from './dns.repo.ts';

const AT_ONCE = 200;
const NEVER = new AbortController().signal;

/**
 * Delivers the zones whose current version is not served yet, and records what became of each. A version that is saved
 * meanwhile is delivered the next time. Returns how many were delivered and how many failed.
 */
export async function deliverZones(
  app: Pick<AppContext, 'db' | 'dns' | 'log'>,
  signal: AbortSignal = NEVER,
): Promise<{ delivered: number; failed: number }> {
  let delivered = 0;
  let failed = 0;
  for (const { zone, nameservers } of await unservedZones(app.db, AT_ONCE)) {
    signal.throwIfAborted();
    try {
      await app.dns.deliver({ ...zone, nameservers }, signal);
      await recordDelivery(app.db, zone, null);
      delivered += 1;
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error;
      app.log.warn({ err: error, zone: zone.fqdn }, 'a DNS zone could not be delivered');
      await recordDelivery(app.db, zone, error.message);
      failed += 1;
    }
  }
  return { delivered, failed };
}
