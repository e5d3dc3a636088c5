import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { PartnerRow } from '../context/call-context.ts';
import type { Database } from '../db/database.ts';
import { openAccount } from '../db/open-account.ts';
import { partner, setting } from '../db/schema.ts';

const PROGRESS_KEY = 'installation_backup';
const REQUEST_KEY = 'installation_backup_request';

const time = v.pipe(v.string(), v.isoTimestamp());
const PROGRESS = v.object({
  /** When the process that makes backups said so last, and since when it does. */
  seenAt: time,
  since: time,
  ...{ place: v.string(), hours: v.number(), keep: v.number(), problem: v.nullable(v.string()) },
  last: v.nullable(v.object({ at: time, place: v.string(), size: v.number() })),
  /** The failures since the last one. */
  failing: v.nullable(v.object({ since: time, at: time, reason: v.string() })),
  startedAt: v.nullable(time),
  /** The backup, or the beginning, since which none was made: the operators know of it. */
  missing: v.nullable(time),
});
/** How scheduled backups do, as the process that makes them wrote it down: for other processes, and for itself after a kill. */
export type Progress = v.InferOutput<typeof PROGRESS>;

const progressOf = (value: unknown): Progress | null => {
  const read = v.safeParse(PROGRESS, value, { abortEarly: true });
  return read.success ? read.output : null;
};
const requestOf = (value: unknown): string | null => {
  const read = v.safeParse(time, value);
  return read.success ? read.output : null;
};

/** Null for what nobody wrote yet. */
export async function readProgress(db: Database): Promise<{ progress: Progress | null; requestedAt: string | null }> {
  const rows = await db
    .select()
    .from(setting)
    .where(inArray(setting.key, [PROGRESS_KEY, REQUEST_KEY]));
  const valueOf = (key: string) => rows.find((row) => row.key === key)?.value;
  return { progress: progressOf(valueOf(PROGRESS_KEY)), requestedAt: requestOf(valueOf(REQUEST_KEY)) };
}

/** Changes it in a transaction, one change after the other; what `change` tells the operators is committed with it. */
export async function changeProgress(
  db: Database,
  change: (before: Progress | null, tx: Database) => Promise<Progress>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(setting).values({ key: PROGRESS_KEY, value: {} }).onConflictDoNothing();
    const [row] = await tx.select().from(setting).where(eq(setting.key, PROGRESS_KEY)).for('update');
    const value = await change(progressOf(row?.value), tx);
    await tx.update(setting).set({ value }).where(eq(setting.key, PROGRESS_KEY));
  });
}

/** Asks for a backup; of several who ask, the first one counts. */
export async function requestBackup(db: Database, at: string): Promise<void> {
  await db.insert(setting).values({ key: REQUEST_KEY, value: at }).onConflictDoNothing();
}

/** Once it was answered. */
export async function dropRequest(db: Database): Promise<void> {
  await db.delete(setting).where(eq(setting.key, REQUEST_KEY));
}

/** The partner in whose name operators get emails: that of the panel's own address, or the oldest. */
export async function ownPartner(tx: Database, host: string): Promise<PartnerRow | null> {
  const [row] = await tx
    .select()
    .from(partner)
    .where(openAccount(partner))
    .orderBy(desc(sql`${partner.domain} = ${host}`), asc(partner.createdAt), asc(partner.id))
    .limit(1);
  return row ?? null;
}
