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
  PLAN_NOT_OFFERED: {
    httpStatus: 409,
    title: 'Not sold any more',
    message: 'This price is not offered any more. Choose a plan again to see what it costs now.',
  },
} as const;
