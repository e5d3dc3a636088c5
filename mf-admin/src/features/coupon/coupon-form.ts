import * as v from 'valibot';
import {
  chargeStep,
  CouponCreateInput,
  CouponCode,
  COUPON_DURATIONS,
  COUPON_FORM_REFUSALS,
  LICENSE_PRODUCT_IDS,
} from '@panel/contract/schemas';
import { t } from '@panel/core';
import { readMoney } from '@panel/resources/payment';
import { LocalTime } from '../local-time.ts';

/** A number as it is typed; empty is none, and anything else is left to the rules of the call. */
const Typed = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => (text === '' ? null : Number(text))),
);

const { percent, months, max_uses: maxUses } = CouponCreateInput.entries;

/** As the fields have it. What a choice hides is empty, so that nothing wrong in it keeps the rest from being saved. */
const Fields = v.pipe(
  v.object({
    ...{ code: v.string(), kind: v.picklist(['percent', 'amount']), percent: v.string(), amount: v.string() },
    ...{ currency: v.string(), duration: v.picklist(COUPON_DURATIONS), months: v.string(), ends_at: v.string() },
    ...{ max_uses: v.string(), products: v.array(v.picklist(LICENSE_PRODUCT_IDS)) },
  }),
  v.transform((typed) => ({
    ...typed,
    percent: typed.kind === 'percent' ? typed.percent : '',
    months: typed.duration === 'repeating' ? typed.months : '',
  })),
);

/** A coupon as it is typed. Of what the choices leave out, nothing is sent. */
export const CouponForm = v.pipe(
  Fields,
  v.object({
    code: CouponCode,
    kind: v.picklist(['percent', 'amount']),
    percent: v.pipe(Typed, percent),
    amount: v.string(),
    currency: v.pipe(v.string(), v.trim(), v.toLowerCase()),
    duration: v.picklist(COUPON_DURATIONS),
    months: v.pipe(Typed, months),
    ends_at: LocalTime,
    max_uses: v.pipe(Typed, maxUses),
    products: v.array(v.picklist(LICENSE_PRODUCT_IDS)),
  }),
  v.forward(
    v.partialCheck(
      [['kind'], ['percent']],
      ({ kind, percent: typed }) => kind === 'amount' || typed !== null,
      t('Enter a whole number from 1 to 100.'),
    ),
    ['percent'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['currency']],
      ({ kind, currency }) => kind === 'percent' || /^[a-z]{3}$/.test(currency),
      t('Enter a currency such as usd.'),
    ),
    ['currency'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['amount'], ['currency']],
      ({ kind, amount, currency }) =>
        kind === 'percent' || !/^[a-z]{3}$/.test(currency) || (readMoney(amount, currency) ?? 0) > 0,
      t('Enter an amount above zero.'),
    ),
    ['amount'],
  ),
  v.forward(
    v.partialCheck(
      [['kind'], ['amount'], ['currency']],
      ({ kind, amount, currency }) =>
        kind === 'percent' || (readMoney(amount, currency) ?? 0) % chargeStep(currency) === 0,
      COUPON_FORM_REFUSALS.amount,
    ),
    ['amount'],
  ),
  v.forward(
    v.partialCheck(
      [['duration'], ['months']],
      ({ duration, months: typed }) => duration !== 'repeating' || typed !== null,
      t('Enter for how many months, from 1 to 36.'),
    ),
    ['months'],
  ),
);
type Entered = v.InferOutput<typeof CouponForm>;

export const EMPTY: v.InferInput<typeof CouponForm> = {
  ...{ code: '', kind: 'percent', percent: '', amount: '', currency: 'usd', duration: 'once', months: '' },
  ...{ ends_at: '', max_uses: '', products: [] },
};

/** What the call takes. */
export const inputOf = ({ kind, percent: typed, amount, currency, months: count, ...rest }: Entered) => ({
  ...rest,
  percent: kind === 'percent' ? typed : null,
  amount: kind === 'amount' ? (readMoney(amount, currency) ?? null) : null,
  currency: kind === 'amount' ? currency : null,
  months: rest.duration === 'repeating' ? count : null,
});
