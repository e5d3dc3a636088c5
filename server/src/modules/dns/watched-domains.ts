import type { AppContext } from '../../context/app-context.ts';
import { endOldWatches, endWatch, recordCheck, sitesWithoutZone, watchedZones } from './dns.repo.ts';
import { addMissingZone } from './dns.service.ts';
import { checkPropagation } from './propagation.service.ts';

const WATCH_MS = 7 * 24 * 3_600_000;
const AT_ONCE = 50;

/** Notifies those who watch a domain that uses our name servers now, and gives new domains their zones. */
export async function checkWatchedDomains(app: AppContext): Promise<void> {
  const { db, clock, config } = app;
  for (const { id } of await sitesWithoutZone(db, AT_ONCE)) await addMissingZone(app, id);
  const now = clock.now();
  await endOldWatches(db, new Date(now.getTime() - WATCH_MS));
  const watched = await watchedZones(db, AT_ONCE);
  await recordCheck(
    db,
    watched.map(({ zone }) => zone),
    now,
  );
  await Promise.all(
    watched.map(async ({ zone, nameservers }) => {
      const { holds } = await checkPropagation(config.dnsResolvers, zone.fqdn, nameservers, now);
      if (holds) await endWatch(db, zone);
    }),
  );
}
