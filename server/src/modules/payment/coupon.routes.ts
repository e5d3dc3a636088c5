import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { pageOfCoupons, usesOf } from './coupon.repo.ts';
import { checkCoupon, createCoupon, endCoupon, wireCoupon } from './coupon.service.ts';

const { coupon } = calls;
const done = { status: true as const };

export const couponRoutes = {
  list: coupon.list.handler(async ({ context, input }) => {
    const { db, clock } = context.app;
    const page = await paged(
      { ...input, sortOrder: input.sortOrder ?? 'desc' },
      (slice) => pageOfCoupons(db, context.partner.id, slice),
      (row) => row,
    );
    const uses = await usesOf(
      db,
      page.pageElements.map(({ id }) => id),
    );
    return { ...page, pageElements: page.pageElements.map(wireCoupon(uses, clock.now())) };
  }),
  create: coupon.create.handler(async ({ context, input }) => ({ ...done, id: await createCoupon(context, input) })),
  end: coupon.end.handler(async ({ context, input }) => {
    await endCoupon(context, input.id);
    return done;
  }),
  check: coupon.check.handler(({ context, input }) => checkCoupon(context, input)),
};
