import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { paymentCustomer, user } from '../../db/schema.ts';

const AT_ONCE = 100;

export type Payer = { userId: string; customer: string; email: string };
type Which = { userId?: string; afterId?: string | null };

/** Customers whose email at the provider is not the one of their account, by id. */
export const payersBehind = (db: Database, { userId, afterId }: Which): Promise<Payer[]> =>
  db
    .select({ userId: user.id, customer: paymentCustomer.providerCustomer, email: user.email })
    .from(paymentCustomer)
    .innerJoin(user, eq(user.id, paymentCustomer.userId))
    .where(
      and(
        or(isNull(paymentCustomer.email), ne(paymentCustomer.email, user.email)),
        userId ? eq(user.id, userId) : undefined,
        afterId ? gt(user.id, afterId) : undefined,
      ),
    )
    .orderBy(asc(user.id))
    .limit(AT_ONCE);

/** Writes down what the provider was given. */
export async function recordEmail(db: Database, { userId, email }: Pick<Payer, 'userId' | 'email'>): Promise<void> {
  await db.update(paymentCustomer).set({ email }).where(eq(paymentCustomer.userId, userId));
}
