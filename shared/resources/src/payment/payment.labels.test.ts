import type { License, Price, PricedProduct } from '@panel/core';
import { withBuyer } from './payment-address.ts';
import { cannotRefund, changeableTo } from './payment.can.ts';
import {
  cardEnd,
  changeSentence,
  endOfInterval,
  invoiceState,
  monthlyOf,
  nextText,
  paidLabel,
  refundable,
  refundFailure,
  refundTexts,
  savedLabel,
  sumsPaid,
} from './payment.labels.ts';

const price = (interval: 'month' | 'year', unit_amount: number, currency = 'usd'): Price => ({
  ...{ id: interval, unit_amount, currency },
  recurring: { interval },
});
const date = (at: number): string => new Date(at).toISOString().slice(0, 10);

test('a yearly price is shown by month, with what it saves; where it saves nothing there is no label', () => {
  const prices = [price('month', 1000), price('year', 6600)];
  expect(monthlyOf(price('year', 6600))).toBe('$5.50 a month');
  expect(monthlyOf(price('month', 1000))).toBeUndefined();
  expect(savedLabel({ prices })).toBe('SAVE %45');
  expect(savedLabel({ prices: [price('month', 1000), price('year', 12_000)] })).toBeUndefined();
  expect(savedLabel({ prices: [price('month', 1000, 'eur'), price('year', 6600)] })).toBeUndefined();
  expect(savedLabel({ prices: [price('year', 6600)] })).toBeUndefined();
});

test.each([
  ['2026-01-31', 'month', '2026-02-28'],
  ['2028-01-31', 'month', '2028-02-29'],
  ['2028-02-29', 'year', '2029-02-28'],
  ['2026-11-26', 'year', '2027-11-26'],
  ['2026-12-31', 'month', '2027-01-31'],
] as const)('what begins on %s ends after a %s on %s', (from, interval, to) => {
  const end = endOfInterval(new Date(`${from}T12:00:00`), interval);
  expect([end.getFullYear(), end.getMonth() + 1, end.getDate()]).toEqual(to.split('-').map(Number));
});

test('a change of plan says what is paid now, what is credit, and what is paid later', () => {
  const preview = {
    ...{
      subscription_id: 's',
      proration_date: 0,
      price_id: 'p',
      plan_type: 'PRO',
      currency: 'usd',
      lines: [],
      interval: 'month' as const,
    },
    ...{ next_amount: 750, next_date: Date.UTC(2026, 11, 1) / 1000 },
  };
  expect(changeSentence({ ...preview, amount_due: 1234 }, date)).toBe(
    'The plan changes at once: you pay $12.34 now with the card of this license, then $7.50 on 2026-12-01.',
  );
  expect(changeSentence({ ...preview, amount_due: -500 }, date)).toContain('get $5.00 as credit');
  expect(changeSentence({ ...preview, amount_due: 0 }, date)).toContain('you pay nothing now, then $7.50 on');
});

const license = (change: Partial<License>): License =>
  ({
    ...{ status: 'active', autoRenewal: true, to_date: Date.UTC(2027, 0, 2) / 1000 },
    subscription: {
      ...{
        subscription_id: 's',
        price_id: 'p',
        quantity: 1,
        amount: 1000,
        regular_amount: 1000,
        currency: 'usd',
        interval: 'month',
      },
    },
    ...change,
  }) as License;

test('each state of a license says what happens next', () => {
  expect(nextText(license({}), date)).toBe('$10.00 on 2027-01-02');
  expect(nextText(license({ status: 'canceled', autoRenewal: false }), date)).toBe('Ends on 2027-01-02.');
  expect(nextText(license({ subscription: null }), date)).toBe('Renews on 2027-01-02, free of charge.');
  expect(nextText(license({ status: 'expired' }), date)).toBe('Ended on 2027-01-02.');
  expect(nextText(license({ status: 'past_due' }), date)).toMatch(/^The last payment failed/);
});

test('what a coupon takes off the next payment is not stated for every one', () => {
  const cheaper = { ...license({}).subscription, amount: 750 } as License['subscription'];
  expect(paidLabel({ subscription: cheaper })).toBe('$10.00 a month');
  expect(nextText(license({ subscription: cheaper }), date)).toBe('$7.50 on 2027-01-02');
});

test('a license changes to what is sold at its interval and in its currency alone', () => {
  const own = license({ project_type: 'site', product_identifier: 'site_basic' });
  const pro = (...prices: Price[]) => ({ product_type: 'site_pro', project_type: 'site', prices }) as PricedProduct;
  expect(changeableTo([own], pro(price('month', 2000)))).toEqual([own]);
  expect(changeableTo([own], pro(price('year', 2000), price('month', 2000, 'eur')))).toEqual([]);
});

test('what is paid in all is added for each currency and interval, without what ends', () => {
  const yearly = { ...license({}).subscription, amount: 5000, interval: 'year' as const } as License['subscription'];
  const licenses = [license({}), license({}), license({ subscription: yearly }), license({ status: 'canceled' })];
  expect(sumsPaid(licenses)).toEqual(['$20.00 a month', '$50.00 a year']);
});

test('a card counts to the end of its month', () => {
  const now = new Date(2026, 10, 26);
  expect(cardEnd({ exp_month: 11, exp_year: 2026 }, now)).toEqual({ label: 'Expires soon: 11/2026', tone: 'warning' });
  expect(cardEnd({ exp_month: 10, exp_year: 2026 }, now)).toEqual({ label: 'Expired 10/2026', tone: 'danger' });
  expect(cardEnd({ exp_month: 3, exp_year: 2027 }, now).tone).toBe('neutral');
});

test('a link to the partner’s shop names plan and buyer; a plan that it has stays', () => {
  expect(withBuyer('https://shop.example/buy', 'PRO', 'a+b@example.com')).toBe(
    'https://shop.example/buy?plan=PRO&email=a%2Bb%40example.com',
  );
  expect(withBuyer('https://shop.example/buy?plan=gold', 'PRO', 'a@example.com')).toContain('plan=gold&email=');
});

test('an invoice says what was refunded of it, and what is on its way', () => {
  const invoice = { status: 'paid', currency: 'usd', amount_paid: 1000, refunded: 0, refund_pending: 0 } as const;
  const told = (change: Partial<Record<'refunded' | 'refund_pending', number>>) => {
    const now = { ...invoice, ...change };
    return [invoiceState(now).label, ...refundTexts(now), refundable(now), cannotRefund(now)];
  };
  expect(told({})).toEqual(['Paid', 1000, undefined]);
  expect(told({ refund_pending: 300 })).toEqual(['Paid', 'Refund of $3.00 on its way', 700, undefined]);
  expect(told({ refunded: 300, refund_pending: 700 })).toEqual([
    ...['Partly refunded', '$3.00 refunded', 'Refund of $7.00 on its way', 0, 'All of it is refunded, or on its way.'],
  ]);
  expect(told({ refunded: 1000 })).toEqual([
    ...['Refunded', '$10.00 refunded', 0, 'All of it is refunded, or on its way.'],
  ]);
  expect(cannotRefund({ ...invoice, amount_paid: 0 })).toBe('Nothing was paid.');
});

test('a refund that failed says why, also with a word of the provider that is new', () => {
  expect(refundFailure('not_made')).toBe('The payment provider did not make it. Nothing was paid back.');
  expect(refundFailure('lost_or_stolen_card')).toBe('The card was lost or stolen.');
  expect(refundFailure('constructor')).toBe('The payment provider’s reason: constructor');
});
