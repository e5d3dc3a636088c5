import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type CouponInput = Parameters<typeof api.coupon.create>[0];

export function useCreateCoupon() {
  return useMutation({
    mutationFn: (input: CouponInput) => api.coupon.create(input),
    onSuccess: useMarkStale([calls.coupon.list.key()]),
  });
}

/** Ends a coupon: nobody can enter it any more. */
export function useEndCoupon(onDone: () => void) {
  const refresh = useMarkStale([calls.coupon.list.key()]);
  return useMutation({
    mutationFn: (id: string) => api.coupon.end({ id }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Asks again what orders cost with a code, after one was refused. */
export function useRecheckCoupons(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: calls.coupon.check.key() });
}
