import * as v from 'valibot';
import { LICENSE_PAYMENTS, LICENSE_PRODUCT_IDS, LICENSE_PROJECTS, LICENSE_STATUSES } from '../licenses.ts';
import { PRICE_INTERVALS } from '../prices.ts';
import { Email, Id } from './fields.ts';
import { listQuery } from './list.ts';

export const LicenseKey = v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a license key.'), v.maxLength(64));

/** What a bought license costs, and how it goes on. */
export const LicenseSubscription = v.object({
  subscription_id: v.string(),
  /** Of `products/prices`, unless it is no longer sold. */
  price_id: v.string(),
  quantity: v.number(),
  /** What is paid next, for the whole quantity and one interval, in the smallest unit of the currency. */
  amount: v.number(),
  /** The same without its coupon: what is paid once that does not count any more. */
  regular_amount: v.number(),
  currency: v.string(),
  interval: v.picklist(PRICE_INTERVALS),
});

export const License = v.object({
  id: v.string(),
  license_key: v.string(),
  provider: v.picklist(['stripe', 'cam']),
  product_identifier: v.picklist(LICENSE_PRODUCT_IDS),
  product_name: v.string(),
  project_type: v.picklist(LICENSE_PROJECTS),
  /** The plan of the sites that use it. */
  plan_type: v.string(),
  status: v.picklist(LICENSE_STATUSES),
  /** Nothing was charged yet, and nothing is before `to_date`; also of one that is canceled. */
  on_trial: v.boolean(),
  /** Null for one that the partner gave. */
  subscription: v.nullable(LicenseSubscription),
  /** Neither expired nor deactivated. */
  is_valid: v.boolean(),
  is_free: v.boolean(),
  autoRenewal: v.boolean(),
  /** The same as a number (spec §3): 1 is on. */
  renew_automatically: v.picklist([0, 1]),
  /** Whether its owner may turn the renewal on. */
  can_renew: v.boolean(),
  /** Seconds since the epoch. */
  from_date: v.number(),
  to_date: v.number(),
  /** Null while it is active. */
  deactivated_at: v.nullable(v.string()),
  hasAlreadyReachedMaxSiteCount: v.boolean(),
  site_limit: v.number(),
  /** The sites that use it. */
  sites: v.array(v.object({ site_id: v.string(), fqdn: v.string() })),
  customer_id: v.string(),
  customer_email: v.string(),
  created_at: v.string(),
});
export type License = v.InferOutput<typeof License>;

/** Without pages, as specified; the newest of so many are listed. */
export const LICENSES_MAX = 200;

export const LicenseQuery = v.object({ license_key: v.optional(LicenseKey) });

export const LICENSE_ORDER_COLUMNS = ['created_at', 'to_date'] as const;
export const LicenseListQuery = v.object({
  ...listQuery(LICENSE_ORDER_COLUMNS),
  /** Part of the key, or of the customer's email. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254))),
  payment: v.optional(v.picklist(LICENSE_PAYMENTS)),
});

/** Tenant fields that clients send out of habit (decision: Tenancy). */
const tenantHints = { partner_domain: v.optional(v.string()), reseller_email: v.optional(v.string()) };

export const AvailableLicensesInput = v.object({
  status: v.picklist(['active']),
  project_type: v.picklist(LICENSE_PROJECTS),
});

/** `email`: of the customer. */
export const CheckWordPressQuery = v.object({ email: Email, partnerId: v.optional(Id) });

/** What a customer can put a WordPress site on. */
export const WordPressLicenses = v.object({
  /** Whether a license has room for one more site. */
  status: v.boolean(),
  /** Valid licenses for sites. */
  licenses: v.number(),
  sites_used: v.number(),
  sites_left: v.number(),
});

export const DeveloperLicensesInput = v.object({ project_type: v.picklist(LICENSE_PROJECTS) });

export const AssignLicenseInput = v.object({ licenseId: Id, siteId: Id, ...tenantHints });

export const AssignAppLicenseInput = v.object({ licenseId: Id, appId: Id, ...tenantHints });

/** For how many months a licence can be given. */
export const LICENSE_TERMS = [1, 12] as const;

/** A license that a partner gives. */
export const GivenLicense = v.object({
  product_identifier: v.picklist(LICENSE_PRODUCT_IDS, 'Choose a license.'),
  months: v.picklist(LICENSE_TERMS, 'Choose a term.'),
  /** Renew it when its term ends, until somebody turns that off. */
  autoRenewal: v.optional(v.boolean(), false),
});

export const DistributeInput = v.object({
  /** Of a customer of the partner. */
  email: Email,
  ...GivenLicense.entries,
  ...tenantHints,
});
export type DistributeInput = v.InferInput<typeof DistributeInput>;
