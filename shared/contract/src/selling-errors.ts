/** What goes wrong where a partner sells plans. */
export const sellingErrors = {
  COUPON_LIMIT: {
    httpStatus: 409,
    title: 'Too many coupons',
    message: 'At most {limit} coupons can be current at once. End one first.',
  },
  CURRENCY_FIXED: {
    httpStatus: 409,
    title: 'You pay in another currency',
    message:
      'Your licenses are paid in {currency}, and an account pays in one currency at a time. Choose a price in {currency}, or cancel those licenses and buy again once they have ended.',
  },
  LICENSE_NONE_FREE: {
    httpStatus: 409,
    title: 'No free license',
    message: 'There is no free {product} license in this account. Add one, then choose the rest again.',
  },
  LICENSE_STAGING: {
    httpStatus: 409,
    title: 'Not for staging',
    message: 'A staging environment has the plan of its live site. Choose the live site instead.',
  },
  PAYMENT_ACCOUNT_IN_USE: {
    httpStatus: 409,
    title: 'This account is in use',
    message:
      '{running, plural, one {# subscription or open order is} other {# subscriptions or open orders are}} paid at this account. Disconnect it once they have ended, or replace its keys instead.',
  },
  PAYMENT_CURRENCIES: {
    httpStatus: 409,
    title: 'A currency is missing',
    message:
      'This Stripe account can’t take payments in {currencies}, and your plans have prices in it. Remove those prices first, or connect another account.',
  },
  PLAN_NOT_OFFERED: {
    httpStatus: 409,
    title: 'Not sold any more',
    message: 'This price is not offered any more. Choose a plan again to see what it costs now.',
  },
} as const;
