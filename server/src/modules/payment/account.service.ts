import {
  PAYMENT_KEY_REFUSALS,
  type PaymentAccount,
  type PaymentAccountState,
  type PaymentKeysInput,
} from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import {
  connectedAccount,
  countRunning,
  noteProblem,
  type PaymentAccountRow,
} from '../../context/payment-account.repo.ts';
import { KeyRefused, type AccountFacts, type AccountPort } from '../../context/payment-accounts.ts';
import { found } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { forgetKeys, recordCheck, writeAccount } from './account.repo.ts';
import { soldCurrencies } from './currency.repo.ts';

/** Where the provider sends the events of the account of a partner. */
export const ACCOUNT_WEBHOOK = '/stripe/webhook/';

const webhookOf = ({ app, partner }: CallContext): string =>
  `${addressOf(app.config, partner.domain)}${ACCOUNT_WEBHOOK}${partner.id}`;

const wrong = (field: 'secret_key' | 'publishable_key', why: keyof typeof PAYMENT_KEY_REFUSALS): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: PAYMENT_KEY_REFUSALS[why] } });

const wire = (context: CallContext, row: PaymentAccountRow, running: number): PaymentAccount => ({
  ...{ account: row.providerAccount, name: row.name, country: row.country, currency: row.currency },
  ...{ is_test: row.isTest, key_end: row.keyEnd, publishable_end: row.publishableKey.slice(-4) },
  webhook_url: webhookOf(context),
  problem: row.problem,
  checked_at: row.checkedAt.toISOString(),
  last_event_at: row.lastEventAt?.toISOString() ?? null,
  connected_at: row.createdAt.toISOString(),
  running,
});

/** The account that the partner's customers pay to, without its keys. */
export async function showAccount(context: CallContext): Promise<PaymentAccountState> {
  const { app, partner } = context;
  const row = await connectedAccount(app.db, partner.id);
  const [there, here] = await Promise.all([
    countRunning(app.db, partner.id, null),
    row ? countRunning(app.db, partner.id, row.id) : 0,
  ]);
  return {
    account: row ? wire(context, row, here) : null,
    installation: { sells: app.payments !== null, is_test: app.payments?.isTest ?? false, running: there },
  };
}

const who = (context: CallContext) => ({
  partnerId: context.partner.id,
  userId: signedIn(context).id,
  request: context.request,
});

/** What can be seen without asking anybody. @throws PanelError VALIDATION */
function checkModes(isStripe: boolean, { secret_key: secret, publishable_key: publishable }: PaymentKeysInput): void {
  if (!isStripe && secret.includes('_live_')) throw wrong('secret_key', 'local');
  if (secret.includes('_test_') !== publishable.includes('_test_')) throw wrong('publishable_key', 'mode');
}

/** Asks the provider what the keys are for. @throws PanelError VALIDATION, PAYMENT_CURRENCIES, PAYMENT_AWAY */
async function checkKeys(
  { app, partner }: CallContext,
  port: AccountPort,
  publishable: string,
  connected: PaymentAccountRow | undefined,
): Promise<AccountFacts> {
  const facts = await port.facts();
  if (connected && (connected.providerAccount !== facts.account || connected.isTest !== facts.isTest))
    throw wrong('secret_key', 'not_connected');
  if (!facts.canCharge) throw wrong('secret_key', 'charges_off');
  if (!(await port.fits(publishable))) throw wrong('publishable_key', 'other_account');
  const taken = await port.currenciesOf(facts.country);
  const missing = taken && (await soldCurrencies(app.db, partner.id)).filter((one) => !taken.includes(one));
  if (missing && missing.length > 0)
    throw new PanelError('PAYMENT_CURRENCIES', { currencies: missing.map((one) => one.toUpperCase()).join(', ') });
  return facts;
}

/** The webhook that is stored, if the provider still has it; a new one otherwise. Sealed. */
async function webhookAt(context: CallContext, port: AccountPort, row: PaymentAccountRow | undefined) {
  const { webhookEndpoint, webhookSecret } = row ?? {};
  if (webhookEndpoint && webhookSecret && (await port.keepWebhook(webhookEndpoint, webhookOf(context))))
    return { webhookEndpoint, webhookSecret, isNew: false };
  const made = await port.openWebhook(webhookOf(context));
  return { webhookEndpoint: made.id, webhookSecret: context.app.secrets.seal(made.secret), isNew: true };
}

/** Removes what a request has left that ended, or came second. The next check finds what could not be removed now. */
async function tidy(context: CallContext, port: AccountPort, keep: string): Promise<void> {
  await port.tidyWebhooks(webhookOf(context), keep).catch((error: unknown) => {
    context.app.log.warn({ err: error }, 'Old webhooks at the payment provider could not be removed.');
  });
}

/** A key that is refused has its place at the field. */
async function atField<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof KeyRefused) throw wrong('secret_key', error.problem);
    throw error;
  }
}

/**
 * Connects an account by its keys, or replaces the keys of the connected one. The provider is asked for everything first, and nothing is
 * stored if it refuses.
 * @throws PanelError VALIDATION, CONFLICT, PAYMENT_CURRENCIES, PAYMENT_AWAY
 */
export async function connectAccount(context: CallContext, input: PaymentKeysInput): Promise<PaymentAccountState> {
  const { app, partner } = context;
  const before = await connectedAccount(app.db, partner.id);
  checkExpected(input.expected, { account: before?.providerAccount ?? '' });
  checkModes(app.paymentAccounts.isStripe, input);
  const port = await app.paymentAccounts.look(input.secret_key);
  const facts = await atField(checkKeys(context, port, input.publishable_key, before));
  const { isNew, ...webhook } = await atField(webhookAt(context, port, before));
  try {
    await app.db.transaction(async (tx) => {
      const now = app.clock.now();
      const row = await writeAccount(
        tx,
        {
          ...{ partnerId: partner.id, providerAccount: facts.account, isTest: facts.isTest, ...webhook },
          ...{ name: facts.name, country: facts.country, currency: facts.currency, checkedAt: now },
          ...{ secretKey: app.secrets.seal(input.secret_key), keyEnd: input.secret_key.slice(-4) },
          publishableKey: input.publishable_key,
        },
        before,
        now,
      );
      if (!row) throw new PanelError('CONFLICT');
      const detail = { account: facts.account, name: facts.name, isTest: facts.isTest, keyEnd: row.keyEnd };
      await audit(tx, before ? 'payment.account.keys' : 'payment.account.connect', who(context), detail);
    });
  } catch (error) {
    // Nobody has its secret: it would only be refused.
    if (isNew) await port.closeWebhook(webhook.webhookEndpoint).catch(() => undefined);
    throw error;
  }
  if (isNew) await tidy(context, port, webhook.webhookEndpoint);
  return showAccount(context);
}

/**
 * Asks the provider whether the connected account still works, and repairs its webhook. What is wrong is shown with the account.
 * @throws PanelError NOT_FOUND, PAYMENT_AWAY
 */
export async function checkAccount(context: CallContext): Promise<PaymentAccountState> {
  const { app, partner } = context;
  const row = found(await connectedAccount(app.db, partner.id));
  const port = await app.paymentAccounts.look(app.secrets.open(found(row.secretKey)));
  const now = () => app.clock.now();
  try {
    const { name, currency, canCharge } = await port.facts();
    const { isNew, ...webhook } = await webhookAt(context, port, row);
    const problem = canCharge ? null : ('charges_off' as const);
    const isKept = await recordCheck(app.db, row, { name, currency, problem, ...webhook }, now());
    if (isNew && isKept) await tidy(context, port, webhook.webhookEndpoint);
  } catch (error) {
    if (!(error instanceof KeyRefused)) throw error;
    // Who finds it first tells the staff, also when a payment is about to.
    await noteProblem(app.db, row.id, error.problem, now());
    await recordCheck(app.db, row, { problem: error.problem }, now());
  }
  await audit(app.db, 'payment.account.check', who(context), { account: row.providerAccount });
  return showAccount(context);
}

/**
 * Disconnects the account, unless something is still paid there: without its keys nothing could be refunded, canceled or followed.
 * @throws PanelError NOT_FOUND, PAYMENT_ACCOUNT_IN_USE
 */
export async function disconnectAccount(context: CallContext): Promise<PaymentAccountState> {
  const { app, partner } = context;
  const gone = await app.db.transaction(async (tx) => {
    const row = found(await connectedAccount(tx, partner.id, { lock: 'update' }));
    const running = await countRunning(tx, partner.id, row.id);
    if (running > 0) throw new PanelError('PAYMENT_ACCOUNT_IN_USE', { running });
    await forgetKeys(tx, row.id, app.clock.now());
    await audit(tx, 'payment.account.disconnect', who(context), { account: row.providerAccount, name: row.name });
    return row;
  });
  await closeWebhook(context, gone);
  return showAccount(context);
}

/** Takes the webhook back at the provider. A key that was revoked there cannot, and its events are refused here. */
async function closeWebhook(
  { app }: CallContext,
  { id, secretKey, webhookEndpoint }: PaymentAccountRow,
): Promise<void> {
  if (secretKey === null || webhookEndpoint === null) return;
  try {
    await (await app.paymentAccounts.look(app.secrets.open(secretKey))).closeWebhook(webhookEndpoint);
  } catch (error) {
    app.log.warn({ err: error, account: id }, 'The webhook of a disconnected account could not be removed.');
  }
}
