import type { AppContext } from '../../context/app-context.ts';
import { payersBehind, recordEmail, type Payer } from './payer-email.repo.ts';

async function tell({ db, payments }: AppContext, payer: Payer): Promise<void> {
  await payments?.setEmail(payer.customer, payer.email);
  await recordEmail(db, payer);
}

/** Gives the provider the email that an account has now. What fails is repeated with the next comparison. */
export async function followEmail(app: AppContext, userId: string): Promise<void> {
  if (!app.payments) return;
  for (const payer of await payersBehind(app.db, { userId })) await tell(app, payer);
}

/** The same for all accounts. Returns how many the provider knows now. */
export async function followEmails(app: AppContext): Promise<number> {
  if (!app.payments) return 0;
  let told = 0;
  for (let afterId: string | null = null; ;) {
    const rows: Payer[] = await payersBehind(app.db, { afterId });
    for (const payer of rows)
      await tell(app, payer).then(
        () => void (told += 1),
        (error: unknown) => app.log.warn({ err: error, userId: payer.userId }, 'the payment provider has an old email'),
      );
    afterId = rows.at(-1)?.userId ?? null;
    if (afterId === null) return told;
  }
}
