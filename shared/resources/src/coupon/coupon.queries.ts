import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { couponListRead, type CouponColumn } from './coupon.reads.ts';

export const couponListQuery = (state: ListState<CouponColumn>) =>
  queryOf(couponListRead(state), { placeholderData: keepPreviousData });

/** What an order costs with a code; nothing is ordered. */
export const couponPriceQuery = (coupon: string, priceId: string, quantity: number) =>
  calls.coupon.check.queryOptions({
    input: { coupon, priceId, quantity },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
