import type { PushSecret } from '@panel/contract';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appPushSecret, workload } from '../../db/schema.ts';

export type PushSecretRow = typeof appPushSecret.$inferSelect;

export const secretsOf = (db: Database, appId: string): Promise<PushSecretRow[]> =>
  db.select().from(appPushSecret).where(eq(appPushSecret.appId, appId));

/** The key with which webhooks of an application are signed. Who sends one is known afterwards, so there is no scope. */
export async function webhookKey(db: Database, partnerId: string, appId: string): Promise<string | null> {
  const [row] = await db
    .select({ sealed: appPushSecret.sealed })
    .from(appPushSecret)
    .innerJoin(workload, eq(workload.id, appPushSecret.appId))
    .where(and(eq(workload.partnerId, partnerId), eq(appPushSecret.appId, appId), eq(appPushSecret.kind, 'webhook')));
  return row?.sealed ?? null;
}

/** The application that a secret of this hash opens, on one partner's panel. */
export async function appOfSecret(
  db: Database,
  partnerId: string,
  { kind, hash }: { kind: PushSecret; hash: string },
): Promise<string | null> {
  const [row] = await db
    .select({ appId: appPushSecret.appId })
    .from(appPushSecret)
    .innerJoin(workload, eq(workload.id, appPushSecret.appId))
    .where(and(eq(workload.partnerId, partnerId), eq(appPushSecret.hash, hash), eq(appPushSecret.kind, kind)));
  return row?.appId ?? null;
}

/** Stores a secret in the place of the one before it. */
export async function storeSecret(tx: Database, row: typeof appPushSecret.$inferInsert): Promise<void> {
  const { sealed = null, hash = null, createdAt } = row;
  await tx
    .insert(appPushSecret)
    .values(row)
    .onConflictDoUpdate({
      target: [appPushSecret.appId, appPushSecret.kind],
      set: { sealed, hash, ...(createdAt && { createdAt }) },
    });
}
