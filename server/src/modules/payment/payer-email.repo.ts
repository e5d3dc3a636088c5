import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { paymentCustomer, user } from '../../db/schema.ts';
import { hasWorkingKeys } from './account.repo.ts';

/** So many the provider is told of in one run. */
const AT_ONCE = 100;

export type Payer = { id: string; userId: string; accountId: string | null; customer: string; email: string };

/** Customers whose email at the provider is not the one of their account, or this one alone. At most a hundred. */
export const payersBehind = (db: Database, userId?: string): Promise<Payer[]> =>
  db
    .select({
      ...{ id: paymentCustomer.id, userId: user.id, accountId: paymentCustomer.accountId },
      ...{ customer: paymentCustomer.providerCustomer, email: user.email },
    })
    .from(paymentCustomer)
    .innerJoin(user, eq(user.id, paymentCustomer.userId))
    .where(
      and(
        hasWorkingKeys(paymentCustomer.accountId),
        or(isNull(paymentCustomer.email), ne(paymentCustomer.email, user.email)),
        userId === undefined ? undefined : eq(user.id, userId),
      ),
    )
    .orderBy(asc(user.id), asc(paymentCustomer.id))
    .limit(AT_ONCE);

/** Writes down what the provider was given, or has refused. */
export async function recordEmail(db: Database, { id, email }: Pick<Payer, 'id' | 'email'>): Promise<void> {
  await db.update(paymentCustomer).set({ email }).where(eq(paymentCustomer.id, id));
}
