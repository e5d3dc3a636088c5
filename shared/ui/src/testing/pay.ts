import { request } from 'node:http';
import { act, screen, waitFor } from '@testing-library/react';
import { api, type Payment, type SetPaymentInput } from '@panel/core';

/** Test cards of Stripe, by what happens with them. */
export const TEST_CARD = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002500003155',
} as const;

type Answer = { status?: string; next_action?: unknown; error?: { message: string } };

/** A request to the processor itself: `fetch` of a page test goes to the panel. */
function send(address: string, key: string, fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'POST', headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(JSON.parse(text) as Answer));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Confirms a payment, or a card that is added, as the processor's form does. */
async function confirmCard(cardForm: string, key: string, clientSecret: string, number: string): Promise<Answer> {
  const [intent = ''] = clientSecret.split('_secret_');
  const card = 'payment_method_data[card]';
  const kind = intent.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  return send(`${new URL(cardForm).origin}/v1/${kind}/${intent}/confirm`, key, {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    [`${card}[number]`]: number,
    [`${card}[exp_month]`]: '12',
    [`${card}[exp_year]`]: '2040',
    [`${card}[cvc]`]: '123',
  });
}

/** What the frame of the card form posts to its page; `origin` is that of a stranger for an attack. */
export async function tellFromFrame(message: object, origin?: string): Promise<void> {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Card details');
  const event = new MessageEvent('message', {
    data: message,
    origin: origin ?? new URL(frame.src).origin,
    source: frame.contentWindow,
  });
  act(() => void window.dispatchEvent(event));
}

/** Types a card into the form of the open checkout and pays with it; jsdom loads no frames, so its page is played here. */
export async function payWith(number: string): Promise<void> {
  const frame = await screen.findByTitle<HTMLIFrameElement>('Card details');
  const { searchParams } = new URL(frame.src);
  await tellFromFrame({ type: 'ready' });
  await tellFromFrame({ type: 'processing' });
  const [secret, key] = [searchParams.get('client_secret') ?? '', searchParams.get('key') ?? ''];
  const { status, error } = await confirmCard(frame.src, key, secret, number);
  await tellFromFrame(
    status === 'succeeded' ? { type: 'succeeded' } : { type: 'failed', message: error?.message ?? status },
  );
}

/** Buys a license as the viewer of the open page, with calls alone; it is active. */
export async function buyLicense(
  product: Payment['product_type'],
  { interval = 'year', quantity = 1 }: { interval?: 'month' | 'year'; quantity?: number } = {},
): Promise<Payment> {
  const [found] = await api.payment.prices({ product_types: [product] });
  const price = found?.prices.find(({ recurring }) => recurring.interval === interval);
  if (!found || !price) throw new Error(`The partner of this scenario does not sell ${product}.`);
  const { project_type, plan_type } = found;
  const input: SetPaymentInput = { priceId: price.id, quantity, project_type, plan_type };
  const [{ id, clientSecret }, { cardForm, publishableKey }] = await Promise.all([
    api.payment.set(input),
    api.payment.publishableKey(),
  ]);
  await confirmCard(cardForm ?? '', publishableKey, clientSecret ?? '', TEST_CARD.good);
  return waitFor(async () => {
    const payment = await api.payment.confirm({ id, status: 'active' });
    expect(payment.license).not.toBeNull();
    return payment;
  });
}
