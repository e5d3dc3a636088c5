import { and, count, eq, gte, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partner, recoveryCode, totp, user } from '../../db/schema.ts';

export type TotpRow = typeof totp.$inferSelect;

export async function findTotp(db: Database, userId: string): Promise<TotpRow | null> {
  const [row] = await db.select().from(totp).where(eq(totp.userId, userId));
  return row ?? null;
}

/** Stores the secret of an app that is not confirmed yet; false when there is a confirmed one. */
export async function putTotp(db: Database, userId: string, secret: string): Promise<boolean> {
  const rows = await db
    .insert(totp)
    .values({ userId, secret })
    .onConflictDoUpdate({ target: totp.userId, set: { secret, lastStep: 0 }, setWhere: isNull(totp.confirmedAt) })
    .returning({ userId: totp.userId });
  return rows.length === 1;
}

/** Confirms an app with the time step of its first code; of two concurrent confirmations, one wins. */
export async function confirmTotp(db: Database, userId: string, step: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(totp)
    .set({ confirmedAt: now, lastStep: step })
    .where(and(eq(totp.userId, userId), isNull(totp.confirmedAt)))
    .returning({ userId: totp.userId });
  return rows.length === 1;
}

/** Uses up a time step; false when it, or a later one, was used before. */
export async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const rows = await db
    .update(totp)
    .set({ lastStep: step })
    .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt), lt(totp.lastStep, step)))
    .returning({ userId: totp.userId });
  return rows.length === 1;
}

export async function deleteTotp(db: Database, userId: string): Promise<void> {
  await db.delete(totp).where(eq(totp.userId, userId));
}

/** Replaces the recovery codes of a user, also by none. */
export async function putRecoveryCodes(db: Database, userId: string, hashes: readonly string[]): Promise<void> {
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  if (hashes.length > 0) await db.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses up a recovery code; false when there is none, or it was used before. */
export async function useRecoveryCode(db: Database, userId: string, codeHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash), isNull(recoveryCode.usedAt)))
    .returning({ id: recoveryCode.id });
  return rows.length === 1;
}

/** Recovery codes that were not used yet. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}

/** Removes an app that was confirmed since a time, or not yet, and the recovery codes that were made since. */
export async function deleteFactorsSince(tx: Database, userId: string, since: Date): Promise<void> {
  await tx.delete(totp).where(and(eq(totp.userId, userId), or(isNull(totp.confirmedAt), gte(totp.confirmedAt, since))));
  await tx.delete(recoveryCode).where(and(eq(recoveryCode.userId, userId), gte(recoveryCode.createdAt, since)));
}

/** Changes of a user's second factors run one after the other: of two removals, one sees what the other has left. */
export async function lockFactors(tx: Database, userId: string): Promise<{ secondFactorAt: Date | null }> {
  const [row] = await tx
    .select({ secondFactorAt: user.secondFactorAt })
    .from(user)
    .where(eq(user.id, userId))
    .for('update');
  return row ?? { secondFactorAt: null };
}

/** Since when a sign-in of the user asks for a second factor; null when it does no longer. */
export async function setSecondFactor(db: Database, userId: string, since: Date | null): Promise<void> {
  await db
    .update(user)
    .set({ secondFactorAt: since, updatedAt: since ?? new Date() })
    .where(eq(user.id, userId));
}

/** Whether a partner requires a second factor of its staff. */
export async function setStaffPolicy(db: Database, partnerId: string, isRequired: boolean, now: Date): Promise<void> {
  await db.update(partner).set({ staffSecondFactor: isRequired, updatedAt: now }).where(eq(partner.id, partnerId));
}
