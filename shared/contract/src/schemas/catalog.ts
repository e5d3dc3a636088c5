import * as v from 'valibot';
import { LICENSE_PRODUCT_IDS, LICENSE_PROJECTS } from '../licenses.ts';
import { chargeStep, PRICE_INTERVALS } from '../prices.ts';
import { list } from './bounded.ts';
import { queryInteger, SoldAmount, SoldCurrency } from './fields.ts';

export const PLAN_NAME_MAX = 60;
export const PLAN_FEATURES_MAX = 10;
export const TRIAL_DAYS_MAX = 90;
/** In how many currencies a plan is sold at most. */
export const PLAN_CURRENCIES_MAX = 20;

/** Why a plan is refused that looks right. */
export const PLAN_REFUSALS = {
  month: 'Enter a price by month or by year.',
  step: 'Enter a rounder amount: this currency cannot be charged so exactly.',
  thousandths: 'Use 0 as the last decimal: cards can’t be charged more exactly in this currency.',
  twice: 'This currency is there already.',
  quantity: 'Choose a smaller quantity.',
} as const;

/** Why a currency is not the one that customers are offered first. */
export const CURRENCY_NOT_SOLD = 'No plan that you offer has a price in this currency.';

/** Why an amount is refused that a currency is not charged in. */
export const stepRefusal = (currency: string): string =>
  chargeStep(currency) === 10 ? PLAN_REFUSALS.thousandths : PLAN_REFUSALS.step;

/** Texts on one line: a right-to-left override would let one show as another. */
const Line = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter a text.'),
  v.maxLength(PLAN_NAME_MAX, 'At most 60 characters are allowed.'),
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Line breaks and control characters are not allowed.'),
);
const Amount = v.nullable(SoldAmount);

const TRIAL_DAYS = 'Enter a whole number from 0 to 90.';
const TrialDays = v.pipe(
  v.number(TRIAL_DAYS),
  v.safeInteger(TRIAL_DAYS),
  v.minValue(0, TRIAL_DAYS),
  v.maxValue(TRIAL_DAYS_MAX, TRIAL_DAYS),
);

/** What a plan costs in one currency, in the smallest unit of it. */
export const PlanAmounts = v.object({ currency: SoldCurrency, month: Amount, year: Amount });
export type PlanAmounts = v.InferOutput<typeof PlanAmounts>;

/** A plan as staff sell it. */
const Sold = {
  name: Line,
  /** What its card says besides the limits. */
  features: list(Line, { max: PLAN_FEATURES_MAX, tooMany: 'At most 10 lines are allowed.' }),
  /** One for each currency that it is sold in. */
  amounts: list(PlanAmounts, { max: PLAN_CURRENCIES_MAX, tooMany: 'At most 20 currencies are allowed.' }),
  /** Whether new customers can buy it. */
  offered: v.boolean(),
};

/** `version` is the one that was edited. */
export const CatalogSaveInput = v.object({
  product: v.picklist(LICENSE_PRODUCT_IDS),
  ...Sold,
  /** How long it is free for customers who buy it first; 0 for no trial. Without it, it stays as it is. */
  trial_days: v.optional(TrialDays),
  version: queryInteger(0, 1_000_000),
});
export type CatalogSaveInput = v.InferOutput<typeof CatalogSaveInput>;

export const CatalogPlan = v.object({
  product_type: v.picklist(LICENSE_PRODUCT_IDS),
  project_type: v.picklist(LICENSE_PROJECTS),
  plan_type: v.string(),
  site_limit: v.number(),
  name: v.string(),
  features: v.array(v.string()),
  /** One for each currency; of a plan that is not offered, the last ones. */
  amounts: v.array(v.object({ currency: v.string(), month: v.nullable(v.number()), year: v.nullable(v.number()) })),
  offered: v.boolean(),
  trial_days: v.number(),
  /** Every price that it had, also those that are not offered any more; the newest first. */
  prices: v.array(
    v.object({
      id: v.string(),
      amount: v.number(),
      currency: v.string(),
      interval: v.picklist(PRICE_INTERVALS),
      offered: v.boolean(),
      /** Licenses that are paid at it. */
      licenses: v.number(),
      created_at: v.string(),
    }),
  ),
  version: v.number(),
});
export type CatalogPlan = v.InferOutput<typeof CatalogPlan>;

/** `currency`: the one that customers see prices in until they choose another. */
export const CatalogCurrency = v.object({ currency: v.string() });
export const CatalogCurrencyInput = v.object({ currency: SoldCurrency });
