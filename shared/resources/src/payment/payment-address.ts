import type { LicenseProject, PriceInterval } from '@panel/contract';
import { INVOICE_PDF_PATH, LICENSE_PRODUCT_IDS, type LicenseProduct } from '@panel/contract/schemas';
import { UPGRADE_SITE_PATH } from '../license/license-address.ts';

/** What is chosen before it is paid. */
export type Choice = {
  product: LicenseProduct;
  interval: PriceInterval;
  quantity?: number;
  coupon?: string;
  /** Without it, that of the customer or of the partner. */
  currency?: string;
} & Purpose;

/** The wizards that go on after a payment, with what was entered before. */
const WIZARDS = {
  wordpress: '/create-site-with-wordpress/select-a-plan',
  static: '/create-site/plan-selection',
} as const;
export type Creation = keyof typeof WIZARDS;

/** What the license is bought for: a site that waits for it with a domain, or one that is being created. */
export type Purpose = { site?: string; domain?: string; create?: Creation };

const purposeOf = ({ site, domain, create }: Purpose): Record<string, string> => ({
  ...(site && domain ? { site, domain } : {}),
  ...(create && { create }),
});

/** Where the creation of a site goes on once its license is paid. */
export const resumePath = (create: Creation): string => WIZARDS[create];

/** The purpose that an address names. */
export const readPurpose = (search: URLSearchParams): Purpose => ({
  site: search.get('site') ?? undefined,
  domain: search.get('domain') ?? undefined,
  create: (Object.keys(WIZARDS) as Creation[]).find((one) => one === search.get('create')),
});

/** The currency that an address names, or nothing. */
export const currencyNamed = (name: string | null): string | undefined =>
  name !== null && /^[a-z]{3}$/.test(name) ? name : undefined;

/** The product that an address names, or nothing. */
export const productNamed = (name: string | null): LicenseProduct | undefined =>
  LICENSE_PRODUCT_IDS.find((id) => id === name);

export const PLANS_PATH = '/my-account/plans';
export const CHECKOUT_PATH = '/upgrade-your-package/finalize-and-confirm';
export const BILLING_PATH = '/my-account/billing';
export const ADD_CARD_PATH = '/my-account/billing/card';
/** The pages at which cards are entered; the server knows them, too, because their documents may run the provider's script. */
export const CARD_PATHS: readonly string[] = [CHECKOUT_PATH, ADD_CARD_PATH];

/** An invoice as PDF. */
export const invoicePdfPath = (id: string): string => `${INVOICE_PDF_PATH}${encodeURIComponent(id)}`;

/** Where plans for sites, or for applications, are chosen. */
export const plansPath = (project: LicenseProject): string => `/my-account/${encodeURIComponent(project)}-plans`;

/** The checkout of a plan. The choice is in the address, so that a reload keeps it. */
export function checkoutPath({ product, interval, quantity = 1, coupon, currency, ...purpose }: Choice): string {
  const order = {
    product,
    interval,
    quantity: String(quantity),
    ...(coupon && { coupon }),
    ...(currency && { currency }),
  };
  return `${CHECKOUT_PATH}?${new URLSearchParams({ ...order, ...purposeOf(purpose) })}`;
}

/** The page of a purchase after its card was entered. */
export function purchasePath(id: string, purpose: Purpose = {}): string {
  const search = new URLSearchParams(purposeOf(purpose)).toString();
  return `/success/checkout/${encodeURIComponent(id)}${search && `?${search}`}`;
}

/** Where a license for sites, or for applications, is assigned. */
export const assignPath = (project: LicenseProject): string =>
  project === 'site' ? UPGRADE_SITE_PATH : '/apps?panel=license';

/** Where something new is made that can use it. */
export const createPath = (project: LicenseProject): string => (project === 'site' ? '/create-new-site' : '/new-app');

/** A link to the partner's shop with the plan, unless the link has one, and the email of the buyer (spec §7). */
export function withBuyer(link: string, plan: string, email: string): string {
  const url = new URL(link);
  if (!url.searchParams.has('plan')) url.searchParams.set('plan', plan);
  url.searchParams.set('email', email);
  return url.toString();
}
