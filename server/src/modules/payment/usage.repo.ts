import { limitsOfPlan, type UsageKind } from '@panel/contract';
import { and, asc, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { described, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { limitNotice, notification, user, workload } from '../../db/schema.ts';
import { isSite } from '../../db/section.ts';

const MB = 1024 * 1024;

/** Sites and applications of a customer with what they store, and how much their plans let them store. */
export async function storedBy(db: Database, customerId: string) {
  const rows = await db
    .select({ id: workload.id, fqdn: workload.fqdn, used: workload.fileSize, plan: workload.planType })
    .from(workload)
    .where(and(eq(workload.customerId, customerId), isNull(workload.binnedAt), isNotNull(workload.fileSize)))
    .orderBy(asc(workload.id));
  return rows.map(({ plan, used, ...row }) => ({
    ...row,
    used: used ?? 0,
    limit: limitsOfPlan(plan).site.diskMb * MB,
  }));
}

/** How many sites a customer has, without staging environments and the bin. */
export const countSites = (db: Database, customerId: string): Promise<number> =>
  db.$count(
    workload,
    and(eq(workload.customerId, customerId), isSite(workload), eq(workload.isStage, false), isNull(workload.binnedAt)),
  );

/** Customers who have something, by id and after `afterId`. */
export async function customersWithWork(db: Database, afterId: string | null, limit: number) {
  const has = db
    .select({ one: sql`1` })
    .from(workload)
    .where(eq(workload.customerId, user.id));
  return db
    .select()
    .from(user)
    .where(and(eq(user.role, 'customer'), exists(has), afterId === null ? undefined : gt(user.id, afterId)))
    .orderBy(asc(user.id))
    .limit(limit);
}

/** The levels that a customer was told of, locked until the transaction ends. */
export async function knownLevels(tx: Database, customerId: string) {
  await tx.execute(sql`select 1 from ${user} where ${user.id} = ${customerId} for no key update`);
  return tx.select().from(limitNotice).where(eq(limitNotice.customerId, customerId));
}

type Level = { customerId: string; kind: UsageKind; subjectId: string; level: number };

/** Writes down the level that a usage has now; 0 forgets it. */
export async function recordLevel(tx: Database, { level, ...key }: Level, now: Date): Promise<void> {
  const { customerId, kind, subjectId } = key;
  if (level === 0) {
    const same = and(eq(limitNotice.customerId, customerId), eq(limitNotice.kind, kind));
    await tx.delete(limitNotice).where(and(same, eq(limitNotice.subjectId, subjectId)));
    return;
  }
  await tx
    .insert(limitNotice)
    .values({ ...key, level, updatedAt: now })
    .onConflictDoUpdate({
      target: [limitNotice.customerId, limitNotice.kind, limitNotice.subjectId],
      set: { level, updatedAt: now },
    });
}

/** Tells a customer of a limit. */
export async function notifyOfLimit(tx: Database, partnerId: string, userId: string, text: Said) {
  const link = '/my-account/plans';
  await tx.insert(notification).values({ partnerId, userId, type: 'limit_near', ...described(text), link });
}
