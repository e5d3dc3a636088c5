import { and, asc, eq, gt, isNull, ne, or } from 'drizzle-orm';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { paymentCustomer, user } from '../../db/schema.ts';

const AT_ONCE = 100;

type Payer = { userId: string; customer: string; email: string };
type Which = { userId?: string; afterId?: string | null };

/** Customers whose email at the provider is not the one of their account, by id. */
const behind = (db: Database, { userId, afterId }: Which): Promise<Payer[]> =>
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

async function tell({ db, payments }: AppContext, { userId, customer, email }: Payer): Promise<void> {
  await payments?.setEmail(customer, email);
  await db.update(paymentCustomer).set({ email }).where(eq(paymentCustomer.userId, userId));
}

/** Gives the provider the email that an account has now. What fails is repeated with the next comparison. */
export async function followEmail(app: AppContext, userId: string): Promise<void> {
  if (!app.payments) return;
  for (const payer of await behind(app.db, { userId })) await tell(app, payer);
}

/** The same for all accounts. Returns how many the provider knows now. */
export async function followEmails(app: AppContext): Promise<number> {
  if (!app.payments) return 0;
  let told = 0;
  for (let afterId: string | null = null; ;) {
    const rows: Payer[] = await behind(app.db, { afterId });
    for (const payer of rows)
      await tell(app, payer).then(
        () => void (told += 1),
        (error: unknown) => app.log.warn({ err: error, userId: payer.userId }, 'the payment provider has an old email'),
      );
    afterId = rows.at(-1)?.userId ?? null;
    if (afterId === null) return told;
  }
}
