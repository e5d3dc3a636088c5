import { and, eq, exists, isNull, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PaymentAccountRow } from '../../context/payment-account.repo.ts';
import type { Database } from '../../db/database.ts';
import { paymentAccount } from '../../db/schema.ts';

/** Whether a row is of an account; null for the installation's. */
export const isAt = (column: AnyColumn, accountId: string | null): SQL =>
  accountId === null ? sql`${column} is null` : sql`${column} = ${accountId}`;

const connected = (column: AnyColumn, further?: SQL): SQL =>
  sql`(${column} is null or ${exists(
    sql`(select 1 from ${paymentAccount} where ${paymentAccount.id} = ${column} and ${paymentAccount.disconnectedAt} is null${further ? sql` and ${further}` : sql``})`,
  )})`;

/** Whether a row is of the installation's account, or of one that is connected. */
export const hasKeys = (column: AnyColumn): SQL => connected(column);

/** The same, without accounts whose key the provider refuses. */
export const hasWorkingKeys = (column: AnyColumn): SQL =>
  connected(column, sql`${paymentAccount.problem} is distinct from 'key_refused'`);

type Facts = Omit<
  typeof paymentAccount.$inferInsert,
  'id' | 'problem' | 'lastEventAt' | 'disconnectedAt' | 'createdAt' | 'updatedAt'
>;

/**
 * Writes a connected account; one that was connected before goes on with what was paid there. Undefined if the connected account is not
 * `before` any more.
 */
export async function writeAccount(
  tx: Database,
  facts: Facts,
  before: PaymentAccountRow | undefined,
  now: Date,
): Promise<PaymentAccountRow | undefined> {
  const state = { problem: null, disconnectedAt: null, updatedAt: now } as const;
  const [known] = await tx
    .select()
    .from(paymentAccount)
    .where(
      and(
        eq(paymentAccount.partnerId, facts.partnerId),
        eq(paymentAccount.providerAccount, facts.providerAccount),
        eq(paymentAccount.isTest, facts.isTest),
      ),
    )
    .for('update');
  const isSame = known?.disconnectedAt || known?.webhookEndpoint === before?.webhookEndpoint;
  if (!isSame) return undefined;
  const [row] = known
    ? await tx
        .update(paymentAccount)
        .set({ ...facts, ...state, ...(known.disconnectedAt && { createdAt: now, lastEventAt: null }) })
        .where(eq(paymentAccount.id, known.id))
        .returning()
    : await tx
        .insert(paymentAccount)
        .values({ ...facts, ...state, createdAt: now })
        .onConflictDoNothing()
        .returning();
  return row;
}

/** Writes down what a check has found, unless the account was changed meanwhile. Returns whether it was written. */
export async function recordCheck(
  db: Database,
  { id, webhookEndpoint }: PaymentAccountRow,
  found: Partial<Pick<PaymentAccountRow, 'name' | 'currency' | 'problem' | 'webhookEndpoint' | 'webhookSecret'>>,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(paymentAccount)
    .set({ ...found, checkedAt: now, updatedAt: now })
    .where(
      and(
        eq(paymentAccount.id, id),
        isNull(paymentAccount.disconnectedAt),
        sql`${paymentAccount.webhookEndpoint} is not distinct from ${webhookEndpoint}`,
      ),
    )
    .returning({ id: paymentAccount.id });
  return rows.length > 0;
}

/** Disconnects an account: nothing of its keys is left. */
export async function forgetKeys(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(paymentAccount)
    .set({
      ...{ secretKey: null, webhookSecret: null, webhookEndpoint: null, problem: null },
      ...{ disconnectedAt: now, updatedAt: now },
    })
    .where(eq(paymentAccount.id, id));
}

/** So often the moment of the last event is written down. */
const EVENT_MS = 60_000;

/** Notes that the provider has sent something. */
export async function noteEvent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(paymentAccount)
    .set({ lastEventAt: now })
    .where(
      and(
        eq(paymentAccount.id, id),
        or(isNull(paymentAccount.lastEventAt), lt(paymentAccount.lastEventAt, new Date(now.getTime() - EVENT_MS))),
      ),
    );
}
