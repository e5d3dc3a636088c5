import {
  discountOf,
  LICENSE_PRODUCTS,
  SMALLEST_PLAN,
  type License,
  type LicenseProductFacts,
  type LicenseStatus,
  type SiteLicense,
} from '@panel/contract';
import { isValid, type LicenseRow, type ListedLicense } from './license.repo.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

type Product = Pick<LicenseRow, 'product' | 'quantity'>;

/** The plan and the number of sites of a licence. */
export const productOf = ({ product, quantity }: Product): LicenseProductFacts => ({
  ...LICENSE_PRODUCTS[product],
  sites: LICENSE_PRODUCTS[product].sites * quantity,
});

function statusOf(row: LicenseRow, now: Date): LicenseStatus {
  if (!isValid(row, now)) return 'expired';
  if (row.provider === 'cam') return 'active';
  if (!row.autoRenewal) return 'canceled';
  return row.providerStatus === 'trialing' || row.providerStatus === 'past_due' ? row.providerStatus : 'active';
}

type Term = Pick<ListedLicense, 'coupon' | 'startedAt' | 'toDate' | 'trialEndsAt'>;
/** What the next payment of a licence depends on. */
export type Payable = Term & Pick<ListedLicense, 'price' | 'quantity' | 'product'>;

/** Whether the coupon of a licence still counts when it is paid next. */
function lasts({ coupon, startedAt, toDate, trialEndsAt }: Term): boolean {
  // The next payment is the first one.
  if (trialEndsAt && trialEndsAt >= toDate) return coupon !== undefined;
  if (coupon?.duration !== 'repeating') return coupon?.duration === 'forever';
  // A trial moves payments, but by less than a month (COUPON_TRIAL_DAYS): their number is counted from its end.
  const first = trialEndsAt ?? startedAt;
  const months = (toDate.getUTCFullYear() - first.getUTCFullYear()) * 12;
  return months + toDate.getUTCMonth() - first.getUTCMonth() < (coupon.months ?? 0);
}

/** Whether a coupon is for a product. */
export const covers = ({ products }: NonNullable<ListedLicense['coupon']>, product: LicenseRow['product']): boolean =>
  products.length === 0 || products.includes(product);

/** What the next payment is, with what the coupon takes off it. */
export function nextAmount(row: Payable): number {
  const { price, quantity, coupon, product } = row;
  const amount = (price?.amount ?? 0) * quantity;
  const counts = price && coupon && covers(coupon, product) && lasts(row);
  return counts ? amount - discountOf(coupon, amount, price.currency) : amount;
}

const subscriptionOf = (row: ListedLicense): License['subscription'] => {
  const { subscriptionId, priceId, quantity, price } = row;
  return subscriptionId === null || priceId === null || !price
    ? null
    : {
        subscription_id: subscriptionId,
        price_id: priceId,
        quantity,
        amount: nextAmount(row),
        regular_amount: price.amount * quantity,
        currency: price.currency,
        interval: price.interval,
      };
};

/** Maps a licence to the contract. */
export const publicLicense =
  (now: Date) =>
  (row: ListedLicense): License => {
    const { project, plan, sites } = productOf(row);
    return {
      id: row.id,
      license_key: row.key,
      provider: row.provider,
      product_identifier: row.product,
      product_name: row.productName,
      project_type: project,
      plan_type: plan,
      status: statusOf(row, now),
      on_trial: row.providerStatus === 'trialing' && isValid(row, now),
      subscription: subscriptionOf(row),
      is_valid: isValid(row, now),
      is_free: plan === SMALLEST_PLAN,
      autoRenewal: row.autoRenewal,
      renew_automatically: row.autoRenewal ? 1 : 0,
      can_renew: row.canRenew,
      from_date: seconds(row.fromDate),
      to_date: seconds(row.toDate),
      deactivated_at: row.deactivatedAt?.toISOString() ?? null,
      hasAlreadyReachedMaxSiteCount: row.sites.length >= sites,
      site_limit: sites,
      sites: row.sites.map(({ id, fqdn }) => ({ site_id: id, fqdn })),
      customer_id: row.customerId,
      customer_email: row.email,
      created_at: row.createdAt.toISOString(),
    };
  };

/** The licence of a site, for its overview; `name`: of its product. */
export const siteLicense = (row: LicenseRow | undefined, name: string, now: Date): SiteLicense | null =>
  row
    ? {
        license_key: row.key,
        product_name: name,
        plan_type: productOf(row).plan,
        is_valid: isValid(row, now),
        to_date: seconds(row.deactivatedAt && row.deactivatedAt < row.toDate ? row.deactivatedAt : row.toDate),
      }
    : null;
