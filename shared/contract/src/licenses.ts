/** What a licence can be for. */
export const LICENSE_PROJECTS = ['site', 'app'] as const;
export type LicenseProject = (typeof LICENSE_PROJECTS)[number];

export type LicenseProductFacts = {
  name: string;
  project: LicenseProject;
  /** The plan of what it is assigned to (plans.ts). */
  plan: string;
  /** How many sites, or applications, can use one licence at a time. */
  sites: number;
};

/** The licences of the catalogue that the panel gives out, with their numbers of sites or applications (spec §3, Plans). */
export const LICENSE_PRODUCTS = {
  site_basic: { name: 'Site Basic', project: 'site', plan: 'STARTER', sites: 1 },
  site_pro: { name: 'Site Pro', project: 'site', plan: 'PRO', sites: 2 },
  site_premium: { name: 'Site Premium', project: 'site', plan: 'PREMIUM', sites: 5 },
  app_starter: { name: 'App Starter', project: 'app', plan: 'STARTER', sites: 1 },
  app_fullstack: { name: 'App Full-stack', project: 'app', plan: 'PRO', sites: 1 },
  app_fullstack_db: { name: 'App Full-stack with Database', project: 'app', plan: 'PREMIUM', sites: 1 },
} as const satisfies Readonly<Record<string, LicenseProductFacts>>;

export type LicenseProduct = keyof typeof LICENSE_PRODUCTS;
export const LICENSE_PRODUCT_IDS = Object.keys(LICENSE_PRODUCTS) as [LicenseProduct, ...LicenseProduct[]];

/** The licenses of the catalogue for sites, or for applications. */
export const productsFor = (project: LicenseProject): LicenseProduct[] =>
  LICENSE_PRODUCT_IDS.filter((id) => LICENSE_PRODUCTS[id].project === project);

/** The plan of a site without a valid licence. */
export const SMALLEST_PLAN = 'FREE';

/** How many days before its end the owner of a licence is notified. */
export const LICENSE_NOTICE_DAYS = 7;

/**
 * States of a license. A given one is active until it is ended or expires; for a bought one the payment provider decides:
 * `past_due` still counts while the provider retries the payment, `canceled` was paid for and ends at `to_date`, unless its renewal is
 * turned on again.
 */
export const LICENSE_STATUSES = ['trialing', 'active', 'past_due', 'canceled', 'expired'] as const;
export type LicenseStatus = (typeof LICENSE_STATUSES)[number];

/** By how they are paid, lists of licenses are filtered: those that were bought, and those of them whose last payment failed. */
export const LICENSE_PAYMENTS = ['bought', 'past_due'] as const;
export type LicensePayment = (typeof LICENSE_PAYMENTS)[number];

/** The next plan up (spec §9). */
export const NEXT_PLAN: Readonly<Record<string, string>> = {
  FREE: 'STARTER',
  STARTER: 'PRO',
  PRO: 'PREMIUM',
  PREMIUM: 'BUSINESS',
  STARTER_WITH_TRIAL: 'PRO',
  PRO_WITH_TRIAL: 'PREMIUM',
  PREMIUM_WITH_TRIAL: 'BUSINESS',
};
