import * as v from 'valibot';
import { call } from '../call.ts';
import { Coupon, CouponCheckInput, CouponCreateInput, CouponListQuery, CouponPrice } from '../schemas/coupon.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

/** Codes with which a partner's customers buy for less. */
export const couponCalls = {
  list: call({
    method: 'GET',
    path: '/partner/coupons',
    summary: 'Coupon codes of the partner with how often each was used, paged',
    audience: 'staff',
  })
    .input(CouponListQuery)
    .output(page(Coupon)),
  create: call({
    method: 'POST',
    path: '/partner/coupons',
    summary: 'Create a coupon code; it cannot be changed later, only ended',
    audience: 'staff',
    staff: 'billing',
    errors: ['COUPON_LIMIT', 'VALIDATION'],
  })
    .input(CouponCreateInput)
    .output(v.object({ ...Outcome.entries, id: v.string() })),
  end: call({
    method: 'POST',
    path: '/partner/coupons/{id}/end',
    summary: 'End a coupon code: nobody can enter it any more, and who has it keeps it',
    audience: 'staff',
    staff: 'billing',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id }))
    .output(Outcome),
  check: call({
    method: 'POST',
    path: '/stripe/coupons/check',
    summary: 'What an order costs with a coupon code; nothing is ordered',
    audience: 'customer',
    scope: 'closed',
    neverKept: true,
    noAuditLine: true,
    errors: ['NOT_FOUND', 'PLAN_NOT_OFFERED', 'VALIDATION'],
    limit: { tries: 60, windowSeconds: 900 },
    everyTryCounts: true,
  })
    .input(CouponCheckInput)
    .output(CouponPrice),
};
