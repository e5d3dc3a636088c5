import { accountById, accountOfSubscription, noteProblem, type PaymentAccountRow } from './payment-account.repo.ts';
import type { AppContext } from './app-context.ts';
import type { PaymentAccounts } from './payment-accounts.ts';
import type { PaymentPort } from './payment-port.ts';

/** A context with what an account is opened with. */
export type WithPayments = Pick<AppContext, 'db' | 'log' | 'clock' | 'secrets' | 'payments' | 'paymentAccounts'>;

type Opened = { sealed: string; port: PaymentPort };
/** Clients of accounts that are in use; each has connections of its own. */
const OPEN_MAX = 200;
const opened = new WeakMap<PaymentAccounts, Map<string, Opened>>();

async function portOf(app: WithPayments, row: PaymentAccountRow): Promise<PaymentPort | null> {
  if (row.secretKey === null) return null;
  const known = opened.get(app.paymentAccounts) ?? new Map<string, Opened>();
  opened.set(app.paymentAccounts, known);
  const sealed = `${row.secretKey} ${row.webhookSecret ?? ''} ${row.publishableKey}`;
  const kept = known.get(row.id);
  if (kept?.sealed === sealed) return kept.port;
  const keys = {
    secretKey: app.secrets.open(row.secretKey),
    publishableKey: row.publishableKey,
    webhookSecret: row.webhookSecret === null ? undefined : app.secrets.open(row.webhookSecret),
  };
  const port = await app.paymentAccounts.open(row.id, keys, (problem) => {
    noteProblem(app.db, row.id, problem, app.clock.now()).then(
      (isNew) =>
        isNew && app.log.warn({ account: row.id, problem }, 'The payment provider refuses the key of a partner.'),
      (error: unknown) => app.log.warn({ err: error }, 'A refused key could not be written down.'),
    );
  });
  const [oldest] = known.keys();
  if (known.size >= OPEN_MAX && oldest !== undefined) known.delete(oldest);
  known.set(row.id, { sealed, port });
  return port;
}

/** The payment provider, with the keys of an account; null for the installation's. Null where it has no keys. */
export async function paymentsAt(app: WithPayments, accountId: string | null): Promise<PaymentPort | null> {
  if (accountId === null) return app.payments;
  const row = await accountById(app.db, accountId);
  return row ? portOf(app, row) : null;
}

/** The same for the account at which a subscription is paid. */
export const paymentsOfSubscription = async (app: WithPayments, subscriptionId: string): Promise<PaymentPort | null> =>
  paymentsAt(app, await accountOfSubscription(app.db, subscriptionId));
