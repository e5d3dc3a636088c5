import type { AppContext } from '../../context/app-context.ts';
import { paymentsAt } from '../../context/payment-at.ts';
import type { PaymentPort } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import { payersBehind, recordEmail, type Payer } from './payer-email.repo.ts';

/** Tells the provider. What it refuses is not tried again until the email is another one. */
async function tell({ db, log }: AppContext, payments: PaymentPort, payer: Payer): Promise<boolean> {
  const isTaken = await payments.setEmail(payer.customer, payer.email);
  if (!isTaken) log.warn({ userId: payer.userId }, 'the payment provider refuses the email of a customer');
  await recordEmail(db, payer);
  return isTaken;
}

/** Gives the provider the email that an account has now. What fails is repeated with the next comparison. */
export async function followEmail(app: AppContext, userId: string): Promise<void> {
  for (const payer of await payersBehind(app.db, userId)) {
    const payments = await paymentsAt(app, payer.accountId);
    if (payments) await tell(app, payments, payer);
  }
}

/**
 * The same for all accounts, a hundred of them in a run. A provider that does not answer is not asked for the others. Returns how many it
 * knows now.
 */
export async function followEmails(app: AppContext, signal: AbortSignal): Promise<number> {
  let told = 0;
  for (const payer of await payersBehind(app.db)) {
    signal.throwIfAborted();
    try {
      const payments = await paymentsAt(app, payer.accountId);
      if (payments && (await tell(app, payments, payer))) told += 1;
    } catch (error) {
      if (!(error instanceof PanelError && error.code === 'PAYMENT_UNAVAILABLE')) throw error;
      app.log.warn({ err: error }, 'the payment provider does not take emails now');
      break;
    }
  }
  return told;
}
