import { and, asc, count, eq, gt, isNull, lt, lte, min, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { auditChain, auditLog } from '../../db/schema.ts';
import type { Chain, SealedLine } from './audit-hash.ts';

/** The chain of lines that belong to no partner. */
export const NO_PARTNER = '00000000-0000-0000-0000-000000000000';
const of = (partnerId: string) =>
  partnerId === NO_PARTNER ? isNull(auditLog.partnerId) : eq(auditLog.partnerId, partnerId);

const unsealed = and(auditLog.chained, isNull(auditLog.seq));

/** Partners that have lines from before `time` to seal, a few at a time. */
export async function partnersToSeal(db: Database, time: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ partnerId: auditLog.partnerId })
    .from(auditLog)
    .where(and(unsealed, lte(auditLog.at, time)))
    .limit(most);
  return rows.map(({ partnerId }) => partnerId ?? NO_PARTNER);
}

/** Locks a chain for this transaction; null while another process has it. */
export async function lockChain(tx: Database, partnerId: string, wait: boolean): Promise<Chain | null> {
  await tx.insert(auditChain).values({ partnerId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(auditChain)
    .where(eq(auditChain.partnerId, partnerId))
    .for('update', wait ? {} : { skipLocked: true });
  return row ?? null;
}

export async function findChain(db: Database, partnerId: string): Promise<Chain | null> {
  const [row] = await db.select().from(auditChain).where(eq(auditChain.partnerId, partnerId));
  return row ?? null;
}

export async function saveChain(tx: Database, { partnerId, ...change }: Partial<Chain> & { partnerId: string }) {
  await tx.update(auditChain).set(change).where(eq(auditChain.partnerId, partnerId));
}

/** The oldest lines that are not sealed. */
export const unsealedLines = (tx: Database, partnerId: string, time: Date, most: number): Promise<SealedLine[]> =>
  tx
    .select()
    .from(auditLog)
    .where(and(of(partnerId), unsealed, lte(auditLog.at, time)))
    .orderBy(asc(auditLog.at), asc(auditLog.id))
    .limit(most);

export async function sealLines(tx: Database, sealed: readonly { id: string; seq: number; hash: string }[]) {
  await tx.execute(sql`
    update audit_log a set seq = s.seq, hash = s.hash
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as s(id uuid, seq bigint, hash text)
    where a.id = s.id`);
}

/** The next lines of the chain. */
export const chainLines = (db: Database, partnerId: string, after: number, upTo: number, most: number) =>
  db
    .select()
    .from(auditLog)
    .where(and(of(partnerId), gt(auditLog.seq, after), lte(auditLog.seq, upTo)))
    .orderBy(asc(auditLog.seq))
    .limit(most);

export async function countUnsealed(db: Database, partnerId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(auditLog)
    .where(and(of(partnerId), unsealed));
  return row?.total ?? 0;
}

/** Lines behind the end of the chain, which nobody sealed. */
export async function firstBehind(db: Database, partnerId: string, end: number): Promise<number | null> {
  const [row] = await db
    .select({ seq: min(auditLog.seq) })
    .from(auditLog)
    .where(and(of(partnerId), gt(auditLog.seq, end)));
  return row?.seq ?? null;
}

/** Partners with a line, sealed or not, or with a chain: its end may be what is left of it. */
export async function partnersWithLines(db: Database): Promise<string[]> {
  const ofLines = db.selectDistinct({ partnerId: auditLog.partnerId }).from(auditLog).where(eq(auditLog.chained, true));
  const chains = await db.select({ partnerId: auditChain.partnerId }).from(auditChain);
  const ids = [...(await ofLines), ...chains].map(({ partnerId }) => partnerId ?? NO_PARTNER);
  return [...new Set(ids)].toSorted();
}

/** Chains whose partner keeps lines for a time. */
export const chainsToPrune = (db: Database): Promise<Chain[]> =>
  db
    .select()
    .from(auditChain)
    .where(sql`${auditChain.keepDays} is not null`);

/** The first lines of the chain that are older than `time`: none of them comes after a younger one. */
export async function oldLines(tx: Database, chain: Chain, time: Date, most: number) {
  const rows = await tx
    .select({ seq: auditLog.seq, hash: auditLog.hash, at: auditLog.at })
    .from(auditLog)
    .where(and(of(chain.partnerId), gt(auditLog.seq, chain.anchorSeq)))
    .orderBy(asc(auditLog.seq))
    .limit(most);
  const young = rows.findIndex(({ at }) => at >= time);
  return young === -1 ? rows : rows.slice(0, young);
}

export async function removeUpTo(tx: Database, partnerId: string, seq: number): Promise<void> {
  await tx.delete(auditLog).where(and(of(partnerId), lt(auditLog.seq, seq + 1)));
}
