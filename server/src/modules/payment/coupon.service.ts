import {
  chargeStep,
  COUPON_FORM_REFUSALS,
  COUPON_REFUSALS,
  COUPON_TRIAL_DAYS,
  COUPONS_MAX,
  discountOf,
  type Coupon,
  type CouponCreateInput,
  type CouponPrice,
  type CouponState,
} from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { PaymentPort } from '../../context/payment-port.ts';
import { found } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { amountOf, priceToBuy } from './catalog.service.ts';
import * as repo from './coupon.repo.ts';
import type { PriceRow } from './price.repo.ts';
import { useOfCoupon } from './purchase.repo.ts';
import { trialsOf } from './trial.service.ts';

const refused = (why: keyof typeof COUPON_REFUSALS): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { coupon: COUPON_REFUSALS[why] } });
const wrong = (field: keyof typeof COUPON_FORM_REFUSALS): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: COUPON_FORM_REFUSALS[field] } });

function stateOf({ endsAt, maxUses }: repo.CouponRow, uses: number, now: Date): CouponState {
  if (endsAt !== null && endsAt <= now) return 'ended';
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'current';
}

/** Maps a coupon to the contract. */
export const wireCoupon =
  (uses: ReadonlyMap<string, number>, now: Date) =>
  (row: repo.CouponRow): Coupon => {
    const { id, code, percent, amount, currency, duration, months, products } = row;
    const used = uses.get(id) ?? 0;
    return {
      ...{ id, code, percent, amount, currency, duration, months, products },
      state: stateOf(row, used, now),
      ends_at: row.endsAt?.toISOString() ?? null,
      max_uses: row.maxUses,
      uses: used,
      created_at: row.createdAt.toISOString(),
    };
  };

/** @throws PanelError COUPON_LIMIT, VALIDATION */
export async function createCoupon(context: CallContext, input: CouponCreateInput): Promise<string> {
  const { app, partner, request } = context;
  const { code, percent, amount, duration, products } = input;
  const now = app.clock.now();
  if ((percent === null) === (amount === null) || (amount === null) !== (input.currency === null))
    throw wrong('percent');
  if (amount !== null && amount % chargeStep(input.currency ?? '') !== 0) throw wrong('amount');
  if ((duration === 'repeating') !== (input.months !== null)) throw wrong('months');
  const endsAt = input.ends_at === null ? null : new Date(input.ends_at);
  if (endsAt !== null && endsAt <= now) throw wrong('ends_at');
  const { currency, months, max_uses: maxUses } = input;
  return app.db.transaction(async (tx) => {
    if ((await repo.countCurrent(tx, partner.id, now)) >= COUPONS_MAX)
      throw new PanelError('COUPON_LIMIT', { limit: COUPONS_MAX });
    const row = await repo.insertCoupon(tx, {
      ...{ partnerId: partner.id, code, percent, amount, currency, duration, months, endsAt, maxUses },
      products: [...new Set(products)],
    });
    if (!row) throw wrong('code');
    const who = { partnerId: partner.id, userId: signedIn(context).id, request };
    await audit(tx, 'coupon.create', who, {
      ...{ couponId: row.id, code, percent, amount, currency, duration, months, maxUses },
      ...{ endsAt: input.ends_at, products: row.products },
    });
    return row.id;
  });
}

/** Ending twice is one end. @throws PanelError NOT_FOUND */
export async function endCoupon(context: CallContext, id: string): Promise<void> {
  const { app, partner, request } = context;
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = found(await repo.findCoupon(tx, partner.id, { id }, { lock: true }));
    if (row.endsAt !== null && row.endsAt <= now) return;
    await repo.endCoupon(tx, id, now);
    const who = { partnerId: partner.id, userId: signedIn(context).id, request };
    await audit(tx, 'coupon.end', who, { couponId: id, code: row.code });
  });
}

/**
 * The coupon with a code, if the customer can buy at a price with it now. `lock`: nobody else takes its last use until the transaction
 * ends. An order of the customer that waits for its card is no use yet. @throws PanelError VALIDATION
 */
export async function usableCoupon(
  context: CallContext,
  db: Database,
  { code, price, trialDays, lock = false }: { code: string; price: PriceRow; trialDays: number; lock?: boolean },
): Promise<repo.CouponRow> {
  const row = await repo.findCoupon(db, context.partner.id, { code }, { lock });
  if (!row) throw refused('unknown');
  const own = await useOfCoupon(db, row.id, signedIn(context).id);
  if (own?.status === 'paid') throw refused('used');
  const others = ((await repo.usesOf(db, [row.id])).get(row.id) ?? 0) - (own ? 1 : 0);
  const state = stateOf(row, others, context.app.clock.now());
  if (state !== 'current') throw refused(state);
  if (row.products.length > 0 && !row.products.includes(price.product)) throw refused('product');
  if (row.currency !== null && row.currency !== price.currency) throw refused('currency');
  if (row.duration === 'repeating' && trialDays >= COUPON_TRIAL_DAYS) throw refused('trial');
  return row;
}

type Check = { coupon: string; priceId: string; quantity: number };

/** What an order would cost with a code; nothing is ordered. @throws PanelError NOT_FOUND, PLAN_NOT_OFFERED, VALIDATION */
export async function checkCoupon(context: CallContext, input: Check): Promise<CouponPrice> {
  const { db } = context.app;
  const price = await priceToBuy(context, input.priceId);
  const trialDays = (await trialsOf(context, db))(price.product);
  const row = await usableCoupon(context, db, { code: input.coupon, price, trialDays });
  const amount = amountOf(price, input.quantity);
  const discount = discountOf(row, amount, price.currency);
  const { code, duration, months } = row;
  return { ...{ code, amount, discount, duration, months }, total: amount - discount, currency: price.currency };
}

/** A coupon at the provider, which is written there before it is used first. Null without one. */
export async function couponAt({ app }: CallContext, payments: PaymentPort, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = found(await repo.couponById(app.db, id));
  const known = await repo.providerCouponAt(app.db, payments.account, row);
  if (known !== null) return known;
  const { code, percent, amount, currency, duration, months } = row;
  const facts = { couponId: id, code, percent, amount, currency, duration, months };
  return repo.recordProviderCoupon(app.db, payments.account, id, await payments.createCoupon(facts));
}
