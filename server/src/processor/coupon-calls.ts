import { whole, type Route } from './call.ts';
import { chargeable } from './currencies.ts';
import { newCoupon, type Duration } from './coupon-objects.ts';
import { find } from './ledger.ts';
import { fieldsOf, flat, textOf } from './parse-form.ts';
import { invalid } from './processor-error.ts';

const DURATIONS: readonly Duration[] = ['once', 'repeating', 'forever'];

/** Coupons, as far as the panel uses them. */
export const COUPON_CALLS: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/coupons$/,
    handle({ ledger, fields }) {
      const [percent, amount] = [textOf(fields, 'percent_off'), textOf(fields, 'amount_off')];
      if ((percent === undefined) === (amount === undefined))
        throw invalid('You must pass either percent_off or amount_off.', 'percent_off');
      const duration = DURATIONS.find((one) => one === (textOf(fields, 'duration') ?? 'once'));
      if (!duration) throw invalid('Invalid duration.', 'duration');
      const months = textOf(fields, 'duration_in_months');
      if ((duration === 'repeating') !== (months !== undefined))
        throw invalid('duration_in_months goes with the duration repeating alone.', 'duration_in_months');
      const currency = textOf(fields, 'currency') ?? null;
      if (amount !== undefined && currency === null) throw invalid('Missing required param: currency.', 'currency');
      const coupon = newCoupon(
        {
          percent: percent === undefined ? null : whole(percent, 'percent_off', 1, 100),
          amount:
            amount === undefined ? null : chargeable(whole(amount, 'amount_off', 1), currency ?? '', 'amount_off'),
          currency: amount === undefined ? null : currency,
          duration,
          months: months === undefined ? null : whole(months, 'duration_in_months', 1),
          name: textOf(fields, 'name') ?? null,
          metadata: flat(fieldsOf(fields, 'metadata')),
        },
        ledger.now(),
      );
      ledger.books.coupon[coupon.id] = coupon;
      return coupon;
    },
  },
  { method: 'GET', path: /^\/v1\/coupons\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'coupon', id) },
];
