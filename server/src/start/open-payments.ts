import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { PaymentSettings } from '../config/payments.ts';
import type { PaymentAccounts } from '../context/payment-accounts.ts';
import type { PaymentPort } from '../context/payment-port.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { parseJson } from '../lib/parse-json.ts';
import { createTurns } from '../lib/turns.ts';
import { cardFormAt, STRIPE_ADDRESS } from '../modules/payment/stripe-address.ts';

const MAIN = path.resolve(import.meta.dirname, '../processor/main.ts');
const READY_MS = 20_000;

const Own = v.object({ secretKey: v.string(), publishableKey: v.string() });
/** `others`: accounts that partners can connect. */
const Kept = v.object({ ...Own.entries, webhookSecret: v.string(), others: v.optional(v.array(Own), []) });
const Ready = v.object({ address: v.string() });
type Keys = v.InferOutput<typeof Kept>;

/** Random test keys of this installation, which its processor's books were written with. */
async function keysOf(folder: string): Promise<Keys> {
  const file = path.join(folder, 'keys.json');
  const known = parseJson(Kept, await readFile(file).catch(() => ''));
  if (known && known.others.length > 0) return known;
  const word = () => randomBytes(16).toString('hex');
  const pair = () => ({ secretKey: `sk_test_${word()}`, publishableKey: `pk_test_${word()}` });
  const keys = { ...pair(), webhookSecret: `whsec_${word()}`, ...known, others: [pair(), pair()] };
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(keys), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return keys;
}

async function startTestProcessor(config: Config): Promise<{ settings: PaymentSettings; close(): Promise<void> }> {
  const folder = path.join(config.dataDir, 'processor');
  const keys = await keysOf(folder);
  const child = fork(MAIN, {
    // Nothing of the panel's own environment: the processor needs none of its secrets.
    env: {
      ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }),
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      PROCESSOR_OTHERS: JSON.stringify(
        keys.others.map(({ secretKey, publishableKey }, at) => ({
          ...{ secret: secretKey, publishable: publishableKey, name: `Test account ${at + 1}` },
        })),
      ),
      PROCESSOR_FILE: path.join(folder, 'books.json'),
      PROCESSOR_WEBHOOK_URL: `http://127.0.0.1:${config.port}/stripe/webhook`,
    },
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=96'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await ended;
  };
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The test processor did not start.')), READY_MS);
    child.once('message', (message) => {
      clearTimeout(late);
      const ready = v.safeParse(Ready, message);
      if (ready.success) resolve(ready.output.address);
      else reject(new Error('The test processor said something else than its address.'));
    });
    child.once('exit', () => {
      clearTimeout(late);
      reject(new Error('The test processor ended.'));
    });
  });
  return { settings: { ...keys, apiBase: address }, close };
}

export type OpenPayments = { payments: PaymentPort | null; paymentAccounts: PaymentAccounts; close(): Promise<void> };

/**
 * The payment provider of this installation. The demo on a machine of a developer, in one process and without keys, has a test
 * processor of its own; without it nothing can be bought, and everything else works.
 */
export async function openPayments(config: Config, log: Logger, turns = createTurns()): Promise<OpenPayments> {
  const accountsAt = (apiBase: string): PaymentAccounts => ({
    isStripe: apiBase === STRIPE_ADDRESS,
    cardForm: cardFormAt(apiBase),
    async open(account, keys, refused) {
      const { createStripePayments } = await import('../modules/payment/stripe-payments.ts');
      return createStripePayments({ apiBase, ...keys }, turns, { account, refused });
    },
    look: async (secretKey) =>
      (await import('../modules/payment/stripe-account.ts')).createStripeAccount({ apiBase, secretKey }),
  });
  const none: OpenPayments = {
    payments: null,
    paymentAccounts: accountsAt(config.paymentBase),
    close: async () => undefined,
  };
  const paymentsOf = async (settings: PaymentSettings): Promise<PaymentPort> =>
    (await import('../modules/payment/stripe-payments.ts')).createStripePayments(settings, turns);
  if (config.payments) return { ...none, payments: await paymentsOf(config.payments) };
  const isAlone = config.roles.includes('api') && config.roles.includes('worker');
  if (!config.testProcessor || !isAlone) return none;
  try {
    const { settings, close } = await startTestProcessor(config);
    return { payments: await paymentsOf(settings), paymentAccounts: accountsAt(settings.apiBase), close };
  } catch (error) {
    log.warn({ err: error }, 'The test processor is not available: nothing can be bought.');
    return none;
  }
}
