import { and, eq, isNull, sum } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { partner, user, workload } from '../db/schema.ts';
import { PanelError } from '../kernel/errors.ts';

const GB = 1_073_741_824;

/** A limit of the partner, whose row is locked, so that what is counted stays true. Without a limit nobody waits. */
async function lockedLimit(
  tx: Database,
  partnerId: string,
  name: 'customersMax' | 'sitesMax' | 'diskMaxGb',
): Promise<number | null> {
  const read = () => tx.select({ limit: partner[name] }).from(partner).where(eq(partner.id, partnerId));
  const [seen] = await read();
  if (!seen || seen.limit === null) return null;
  const [locked] = await read().for('no key update');
  return locked?.limit ?? null;
}

const customersOf = (db: Database, partnerId: string) =>
  db.$count(user, and(eq(user.partnerId, partnerId), eq(user.role, 'customer')));

/** @throws PanelError PARTNER_CUSTOMERS when the partner has as many customers as it can */
export async function reserveCustomer(tx: Database, partnerId: string): Promise<void> {
  const limit = await lockedLimit(tx, partnerId, 'customersMax');
  if (limit !== null && (await customersOf(tx, partnerId)) >= limit)
    throw new PanelError('PARTNER_CUSTOMERS', { limit });
}

/**
 * For what comes back from the bin: it is on the disk already. Staging environments and what is in the bin don't count.
 * @throws PanelError PARTNER_SITES when the partner cannot have so many more sites and applications
 */
export async function reserveRestoredOfPartner(tx: Database, partnerId: string, more = 1): Promise<void> {
  const limit = await lockedLimit(tx, partnerId, 'sitesMax');
  if (limit === null) return;
  const isCounted = and(eq(workload.partnerId, partnerId), isNull(workload.binnedAt), eq(workload.isStage, false));
  if ((await tx.$count(workload, isCounted)) + more > limit) throw new PanelError('PARTNER_SITES', { limit });
}

/**
 * For new sites and applications, whether they run on a license or not. On the disk is also what is in the bin, with
 * the sizes that were measured last.
 * @throws PanelError PARTNER_SITES, PARTNER_DISK when the partner cannot have so many more
 */
export async function reserveSitesOfPartner(tx: Database, partnerId: string, more = 1): Promise<void> {
  await reserveRestoredOfPartner(tx, partnerId, more);
  const diskGb = await lockedLimit(tx, partnerId, 'diskMaxGb');
  if (diskGb === null) return;
  const [disk] = await tx
    .select({ bytes: sum(workload.fileSize).mapWith(Number) })
    .from(workload)
    .where(eq(workload.partnerId, partnerId));
  if ((disk?.bytes ?? 0) >= diskGb * GB) throw new PanelError('PARTNER_DISK', { limit: diskGb });
}
