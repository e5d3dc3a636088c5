import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { appDatabase } from '../../db/schema.ts';

/** 192 bits. */
const PASSWORD_BYTES = 24;

export type AppDatabaseRow = typeof appDatabase.$inferSelect;

/** A new password, sealed. */
export const newDatabase = ({ secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>) => ({
  sealed: secrets.seal(randomBytes(PASSWORD_BYTES).toString('base64url')),
  passwordAt: clock.now(),
});

export async function databaseOf(db: Database, appId: string): Promise<AppDatabaseRow | undefined> {
  const [row] = await db.select().from(appDatabase).where(eq(appDatabase.appId, appId));
  return row;
}

/** Stores what the database of an application is to become. */
export async function wantDatabase(
  tx: Database,
  row: Pick<AppDatabaseRow, 'appId' | 'status' | 'sealed' | 'passwordAt'>,
): Promise<void> {
  await tx
    .insert(appDatabase)
    .values(row)
    .onConflictDoUpdate({ target: appDatabase.appId, set: { ...row, error: null } });
}

export async function changeDatabase(
  tx: Database,
  appId: string,
  change: Partial<Pick<AppDatabaseRow, 'status' | 'error'>>,
): Promise<void> {
  await tx.update(appDatabase).set(change).where(eq(appDatabase.appId, appId));
}

export async function removeDatabaseRow(tx: Database, appId: string): Promise<void> {
  await tx.delete(appDatabase).where(eq(appDatabase.appId, appId));
}
