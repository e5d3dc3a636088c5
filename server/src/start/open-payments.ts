import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { PaymentSettings } from '../config/payments.ts';
import type { PaymentPort } from '../context/payment-port.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { parseJson } from '../lib/parse-json.ts';
import { createTurns } from '../lib/turns.ts';

const MAIN = path.resolve(import.meta.dirname, '../processor/main.ts');
const READY_MS = 20_000;

const Kept = v.object({ secretKey: v.string(), publishableKey: v.string(), webhookSecret: v.string() });
const Ready = v.object({ address: v.string() });
type Keys = v.InferOutput<typeof Kept>;

/** Random test keys of this installation, which its processor's books were written with. */
async function keysOf(folder: string): Promise<Keys> {
  const file = path.join(folder, 'keys.json');
  const known = parseJson(Kept, await readFile(file).catch(() => ''));
  if (known) return known;
  const word = () => randomBytes(16).toString('hex');
  const keys = {
    secretKey: `sk_test_${word()}`,
    publishableKey: `pk_test_${word()}`,
    webhookSecret: `whsec_${word()}`,
  };
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

export type OpenPayments = { payments: PaymentPort | null; close(): Promise<void> };

/**
 * The payment provider of this installation. The demo on a machine of a developer, in one process and without keys, has a test
 * processor of its own; without it nothing can be bought, and everything else works.
 */
export async function openPayments(config: Config, log: Logger, turns = createTurns()): Promise<OpenPayments> {
  const nothing = { payments: null, close: async () => undefined };
  const paymentsOf = async (settings: PaymentSettings): Promise<PaymentPort> =>
    (await import('../modules/payment/stripe-payments.ts')).createStripePayments(settings, turns);
  if (config.payments) return { ...nothing, payments: await paymentsOf(config.payments) };
  const isAlone = config.roles.includes('api') && config.roles.includes('worker');
  if (!config.testProcessor || !isAlone) return nothing;
  try {
    const { settings, close } = await startTestProcessor(config);
    return { payments: await paymentsOf(settings), close };
  } catch (error) {
    log.warn({ err: error }, 'The test processor is not available: nothing can be bought.');
    return nothing;
  }
}
