import type { PlatformError } from '@panel/contract/platform-errors';
import { and, count, countDistinct, desc, eq, gt, inArray, lt, max, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { notification, releaseFailure, releaseStat, user } from '../../db/schema.ts';
import type { ReleaseId } from './release-store.ts';

export type Counted = ReleaseId & { partnerId: string; hour: Date; kind: string; count: number };
export type Failure = ReleaseId & {
  partnerId: string;
  view: string;
  visitor: string;
  network: string;
  reason: PlatformError;
  /** The page or file and the message; below, the frames of the stack. */
  detail: string;
  createdAt: Date;
};

/** Adds to the hourly counts, always in the same order, so that two writers cannot deadlock. */
export async function addCounts(db: Database, counts: readonly Counted[]): Promise<void> {
  if (counts.length === 0) return;
  const key = ({ package: name, version, kind }: Counted) => `${name} ${version} ${kind}`;
  await db
    .insert(releaseStat)
    .values([...counts].sort((a, b) => (key(a) < key(b) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [releaseStat.package, releaseStat.version, releaseStat.partnerId, releaseStat.hour, releaseStat.kind],
      set: { count: sql`${releaseStat.count} + excluded.count` },
    });
}

/** Latest failures kept for each release and partner: far more than are needed to hold it back. */
export const FAILURES_KEPT = 200;

const ofRelease = (id: ReleaseId, partnerId: string) =>
  and(
    eq(releaseFailure.package, id.package),
    eq(releaseFailure.version, id.version),
    eq(releaseFailure.partnerId, partnerId),
  );

/** As many of one network, so that nobody can push out what others report. */
export const FAILURES_OF_NETWORK = 20;

/** Drops the oldest failures beyond a number. */
async function dropOldest(db: Database, which: SQL | undefined, kept: number): Promise<void> {
  const tooOld = db
    .select({ id: releaseFailure.id })
    .from(releaseFailure)
    .where(which)
    .orderBy(desc(releaseFailure.createdAt), desc(releaseFailure.id))
    .offset(kept);
  await db.delete(releaseFailure).where(inArray(releaseFailure.id, tooOld));
}

/** Stores failures, one for each page view and release; drops the oldest beyond the limits. */
export async function addFailures(db: Database, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  const written = await db
    .insert(releaseFailure)
    .values([...failures])
    .onConflictDoNothing()
    .returning();
  for (const failure of written) {
    const all = ofRelease(failure, failure.partnerId);
    await dropOldest(db, and(all, eq(releaseFailure.network, failure.network)), FAILURES_OF_NETWORK);
    await dropOldest(db, all, FAILURES_KEPT);
  }
}

/** The same failure in page views of one partner; `detail` may have a stack below its first line. */
export type FailureGroup = Omit<Failure, 'view' | 'visitor' | 'network' | 'createdAt'> & {
  pageViews: number;
  lastAt: Date;
};

/** Kinds of failures, the latest first. */
export async function listFailures(
  db: Database,
  { reason, package: name, partnerId }: { reason?: PlatformError; package?: string; partnerId?: string },
  limit: number,
): Promise<FailureGroup[]> {
  const { package: of, version, partnerId: at, reason: number, detail, createdAt } = releaseFailure;
  return db
    .select({
      package: of,
      version,
      partnerId: at,
      reason: number,
      detail,
      pageViews: count(),
      lastAt: sql<Date>`max(${createdAt})`.mapWith(createdAt),
    })
    .from(releaseFailure)
    .where(
      and(
        reason === undefined ? undefined : eq(number, reason),
        name === undefined ? undefined : eq(of, name),
        partnerId === undefined ? undefined : eq(at, partnerId),
      ),
    )
    .groupBy(of, version, at, number, detail)
    .orderBy(desc(max(createdAt)))
    .limit(limit);
}

/** How many visitors of a partner have reported failures of a release since then, and from how many networks. */
export async function countFailures(
  db: Database,
  id: ReleaseId,
  partnerId: string,
  since: Date,
): Promise<{ visitors: number; networks: number }> {
  const [row] = await db
    .select({ visitors: countDistinct(releaseFailure.visitor), networks: countDistinct(releaseFailure.network) })
    .from(releaseFailure)
    .where(and(ofRelease(id, partnerId), gt(releaseFailure.createdAt, since)));
  return row ?? { visitors: 0, networks: 0 };
}

/** Removes older single failures and hourly counts; run by housekeeping. */
export async function sweepBeacons(db: Database, before: { failures: Date; counts: Date }): Promise<void> {
  await db.delete(releaseFailure).where(lt(releaseFailure.createdAt, before.failures));
  await db.delete(releaseStat).where(lt(releaseStat.hour, before.counts));
}

export type StatRow = { package: string; version: string; partnerId: string; kind: string; count: number };

/** Counts of all hours since then, for each release, partner and kind. */
export async function listStats(db: Database, since: Date): Promise<StatRow[]> {
  return db
    .select({
      package: releaseStat.package,
      version: releaseStat.version,
      partnerId: releaseStat.partnerId,
      kind: releaseStat.kind,
      count: sql<number>`sum(${releaseStat.count})`.mapWith(Number),
    })
    .from(releaseStat)
    .where(gt(releaseStat.hour, since))
    .groupBy(releaseStat.package, releaseStat.version, releaseStat.partnerId, releaseStat.kind);
}

/** Notifies every operator, on any panel. */
export async function notifyOperators(
  tx: Database,
  description: string,
  dedupeKey: string,
  about: Pick<typeof notification.$inferInsert, 'type' | 'link'> = { type: 'release_blocked', link: '/admin/releases' },
): Promise<void> {
  const operators = await tx.select({ id: user.id }).from(user).where(eq(user.role, 'superadmin'));
  if (operators.length === 0) return;
  const rows = operators.map(({ id }) => ({
    partnerId: null,
    userId: id,
    ...about,
    description,
    dedupeKey: `${dedupeKey}:${id}`,
  }));
  await tx.insert(notification).values(rows).onConflictDoNothing();
}
