import { DeliveryFailed } from '../../dns/powerdns.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { AppContext } from '../../context/app-context.ts';
import { PANEL_RESOURCE } from '../../tasks/panel-resource.ts';
import { deferSchedule } from '../../tasks/schedule.repo.ts';
import { recordDelivery, servedZone, unservedZones } from './dns.repo.ts';
import { withChallenges } from './zone-challenges.ts';

const AT_ONCE = 200;
const SOON_SECONDS = 1;
/** Of one task: what somebody changes all the time is left to the next one. */
const MOST_ROUNDS = 10;
/** The task that delivers zones: one at a time, so that an earlier version never replaces a later one. */
const DELIVERY = 'panel.dns-zones';

/** Starts the delivery of zones; while one runs, which may have read an earlier version, the next one follows it. */
export async function requestDelivery({ db, tasks }: Pick<AppContext, 'db' | 'tasks'>): Promise<void> {
  const owner = { partnerId: null, customerId: null, userId: null };
  const task = { kind: DELIVERY, ...owner, ...PANEL_RESOURCE, resourceId: 'dns-zones', payload: {} };
  try {
    await db.transaction((tx) => tasks.enqueue(tx, task));
  } catch (error) {
    if (!(error instanceof PanelError && error.code === 'TASK_RUNNING')) throw error;
    await deferSchedule(db, DELIVERY, SOON_SECONDS);
  }
}

/** Delivers until nothing new is saved meanwhile; a zone that fails is left to the next run. */
export async function deliverSaved(
  app: Pick<AppContext, 'db' | 'dns' | 'log'>,
  signal: AbortSignal,
): Promise<{ delivered: number; failed: number }> {
  let delivered = 0;
  for (let round = 1; ; round += 1) {
    const now = await deliverZones(app, signal);
    delivered += now.delivered;
    if (now.delivered === 0 || round === MOST_ROUNDS) return { delivered, failed: now.failed };
  }
}

/**
 * Delivers the zones whose current version is not served yet, and records what became of each. A version that is saved
 * meanwhile is delivered the next time. Returns how many were delivered and how many failed.
 */
export async function deliverZones(
  app: Pick<AppContext, 'db' | 'dns' | 'log'>,
  signal: AbortSignal,
): Promise<{ delivered: number; failed: number }> {
  let delivered = 0;
  let failed = 0;
  for (const zone of await unservedZones(app.db, AT_ONCE)) {
    signal.throwIfAborted();
    try {
      const read = async () => {
        const now = await servedZone(app.db, zone.fqdn);
        return now ? withChallenges(app.db, now) : null;
      };
      const served = await app.dns.deliver(zone.fqdn, read, signal);
      if (served === null) continue;
      await recordDelivery(app.db, { id: zone.id, serial: served.serial }, null);
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
