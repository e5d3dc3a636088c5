import type { License, Payment, PaymentStarted, PricedProduct } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { signedEvent } from '../../src/processor/deliver.ts';
import { newEvent, type ProcessorEvent } from '../../src/processor/subscription-objects.ts';
import { startProcessor, type Processor } from '../../src/processor/processor.ts';
import { offerPrices } from '../../src/modules/payment/price.repo.ts';
import { demoPrices } from '../../src/seed/demo-prices.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type PartnerRow,
  type TestServer,
} from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

export const KEYS = {
  secret: 'sk_test_0123456789abcdef',
  publishable: 'pk_test_0123456789abcdef',
  webhook: 'whsec_0123456789abcdef',
};

/** Accounts that partners connect. */
export const OTHER = {
  first: { secret: 'sk_test_first0123456789', publishable: 'pk_test_first0123456789', name: 'First Shop' },
  second: { secret: 'rk_test_second0123456789', publishable: 'pk_test_second0123456789', name: 'Second Shop' },
};
export type OtherKeys = (typeof OTHER)['first'];

/** A time that tests move; processor and panel share it. */
export type Time = { ms: number; now(): Date; passDays(days: number): void };

function createTime(): Time {
  const time: Time = {
    ms: Date.now(),
    now: () => new Date(time.ms),
    passDays(days) {
      time.ms += days * 86_400_000;
    },
  };
  return time;
}

export type Shop = { server: TestServer; processor: Processor; time: Time; stop(): Promise<void> };

/** A panel that sells, and the processor that it asks. Events are sent by the tests themselves. */
export async function openShop(): Promise<Shop> {
  const time = createTime();
  const processor = await startProcessor({
    ...{ keys: KEYS, others: Object.values(OTHER), webhookUrl: null },
    now: () => time.ms,
  });
  const server = await startTestServer({
    clock: time,
    env: {
      STRIPE_API_BASE: processor.address,
      STRIPE_SECRET_KEY: KEYS.secret,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishable,
      STRIPE_WEBHOOK_SECRET: KEYS.webhook,
    },
  });
  return {
    server,
    processor,
    time,
    async stop() {
      await server.stop();
      await processor.close();
    },
  };
}

/** The shop of all tests of a file. No test gets the events of another. */
export function useShop(): Shop {
  const shop = {} as Shop;
  before(async () => void Object.assign(shop, await openShop()));
  afterEach(() => void shop.processor.ledger.books.pending.splice(0));
  after(() => shop.stop());
  return shop;
}

export type Buyer = Tenant & { prices: PricedProduct[] };

export const pricesOf = async (client: Client): Promise<PricedProduct[]> => {
  const answer = await client.post('/stripe/products/prices', {
    product_types: ['site_basic', 'site_pro', 'app_starter', 'app_fullstack', 'app_fullstack_db'],
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as PricedProduct[];
};

/** A customer of a partner that sells. */
export async function buyer({ server }: Shop, partner?: PartnerRow): Promise<Buyer> {
  const own = await tenant(server, {}, partner);
  await offerPrices(server.db, demoPrices(own.partner.id));
  return { ...own, prices: await pricesOf(own.client) };
}

type Product = PricedProduct['product_type'];
export const priceOf = ({ prices }: Pick<Buyer, 'prices'>, product: Product, interval: 'month' | 'year'): string =>
  prices.find((one) => one.product_type === product)?.prices.find(({ recurring }) => recurring.interval === interval)
    ?.id ?? '';

export const orderOf = (own: Buyer, change: Record<string, unknown> = {}) => ({
  priceId: priceOf(own, 'site_basic', 'month'),
  quantity: 1,
  project_type: 'site',
  plan_type: 'STARTER',
  ...change,
});

/** Orders something; whatever the answer is. */
export const askOrder = (own: Buyer, change: Record<string, unknown> = {}): Promise<Answer> =>
  own.client.post('/stripe/payments/set', orderOf(own, change));

export async function order(own: Buyer, change: Record<string, unknown> = {}): Promise<PaymentStarted> {
  const answer = await askOrder(own, change);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as PaymentStarted;
}

export const CARD = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  expired: '4000000000000069',
  challenge: '4000002500003155',
  failsLater: '4000000000000341',
};

type Confirmed = {
  status?: string;
  next_action?: { redirect_to_url: { url: string } };
  error?: { code: string; message: string };
};

/** What the card form does, with the publishable key. */
export async function pay(
  { processor }: Shop,
  { clientSecret }: Pick<PaymentStarted, 'clientSecret'>,
  number = CARD.good,
  { publishable } = KEYS as { publishable: string },
): Promise<Confirmed> {
  assert.ok(clientSecret);
  const body = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  const intent = clientSecret.split('_secret_')[0] ?? '';
  const kind = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const answer = await fetch(`${processor.address}/v1/${kind}/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishable}` },
    body,
  });
  return (await answer.json()) as Confirmed;
}

/** Answers the challenge of the bank. */
export async function answerBank(
  { processor }: Shop,
  { clientSecret }: Pick<PaymentStarted, 'clientSecret'>,
  passed: boolean,
): Promise<void> {
  const body = new URLSearchParams({ client_secret: clientSecret ?? '', passed: String(passed) });
  const answer = await fetch(`${processor.address}/challenge`, { method: 'POST', body });
  assert.equal(answer.status, 200);
}

type Signing = { path?: string; secret?: string; secondsAgo?: number; signature?: string };

/** Sends an event to the panel, at any host. Returns the status. */
export async function send({ server }: Shop, event: ProcessorEvent, options: Signing = {}): Promise<number> {
  const { secret = KEYS.webhook, secondsAgo = 0, path = '/stripe/webhook' } = options;
  const signed = signedEvent(event, secret, Math.floor(Date.now() / 1000) - secondsAgo);
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'stripe-signature': options.signature ?? signed.signature, 'content-type': 'application/json' },
    body: signed.body,
  });
  return answer.status;
}

/** Sends all events that wait, in their order, as the processor would. */
export async function sendAll(shop: Shop): Promise<ProcessorEvent[]> {
  const events = shop.processor.ledger.books.pending.splice(0);
  for (const event of events) assert.equal(await send(shop, event), 200);
  return events;
}

export const eventOf = (type: string, object: object): ProcessorEvent => newEvent(type, object, 0);

export async function paymentAt(client: Client, id: string): Promise<Payment> {
  const answer = await client.get<Payment>(`/stripe/payments/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

export async function boughtBy(client: Client): Promise<License[]> {
  const answer = await client.get<License[]>('/stripe/licenses/user');
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Buys a license, to its end. */
export async function bought(
  shop: Shop,
  own: Buyer,
  change: Record<string, unknown> = {},
  card = CARD.good,
): Promise<License> {
  const started = await order(own, change);
  const confirmed = await pay(shop, started, card);
  assert.equal(confirmed.status, 'succeeded', JSON.stringify(confirmed));
  await sendAll(shop);
  const { license } = await paymentAt(own.client, started.id);
  assert.ok(license);
  return license;
}

/** Paid invoices at the processor: what was really charged. */
export const chargesOf = ({ processor }: Shop): number =>
  Object.values(processor.ledger.books.payment_intent).filter(({ status }) => status === 'succeeded').length;

export const refusalOf = ({ status, body }: Answer) => [status, body['code'] ?? 'ok'];
