import { read, type ListState } from '@panel/contract/reads';

/** How the list of coupons begins: the newest is first. */
export const COUPON_LIST = { columns: ['created_at', 'code'], orderBy: 'created_at' } as const;
export type CouponColumn = (typeof COUPON_LIST)['columns'][number];

/** One page of the partner's coupon codes. */
export const couponListRead = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<CouponColumn>) =>
  read('coupon.list', { pageIndex, pageSize, orderBy, sortOrder });
