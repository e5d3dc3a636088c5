import * as v from 'valibot';
import { CatalogSaveInput, PLAN_FEATURES_MAX, type CatalogPlan } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { readMoney, typedMoney } from '@panel/resources/payment';

const { name, currency } = CatalogSaveInput.entries;
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const isAmount = (text: string, of: string): boolean => text.trim() === '' || (readMoney(text, of) ?? 0) > 0;
const WRONG_AMOUNT = t('Enter an amount above zero, or nothing.');

/** A plan as it is typed: one line of text for each feature, amounts with the decimals of their currency. */
export const PlanForm = v.pipe(
  v.object({
    name,
    features: v.pipe(
      v.string(),
      v.check((text) => linesOf(text).length <= PLAN_FEATURES_MAX, t('At most 10 lines are allowed.')),
      v.check((text) => linesOf(text).every((line) => line.length <= 60), t('At most 60 characters are allowed.')),
    ),
    currency: v.pipe(v.string(), v.trim(), v.toLowerCase(), currency),
    month: v.string(),
    year: v.string(),
    offered: v.boolean(),
    /** What was edited, whatever was loaded since. */
    version: v.number(),
  }),
  v.forward(
    v.partialCheck([['month'], ['currency']], ({ month, currency: of }) => isAmount(month, of), WRONG_AMOUNT),
    ['month'],
  ),
  v.forward(
    v.partialCheck([['year'], ['currency']], ({ year, currency: of }) => isAmount(year, of), WRONG_AMOUNT),
    ['year'],
  ),
);
export type Typed = v.InferInput<typeof PlanForm>;

export const typedOf = (plan: CatalogPlan): Typed => {
  const { name: called, features, currency: of, month, year, offered, version } = plan;
  const typed = (amount: number | null) => (amount === null ? '' : typedMoney(amount, of));
  return {
    ...{ name: called, features: features.join('\n'), currency: of, offered, version },
    ...{ month: typed(month), year: typed(year) },
  };
};

/** What the call takes, and what the card of a customer shows. */
export const soldOf = ({ features, month, year, currency: typed, ...rest }: Typed) => {
  const of = typed.trim().toLowerCase();
  const amountOf = (text: string) => (/^[a-z]{3}$/.test(of) ? (readMoney(text, of) ?? null) : null);
  return { ...rest, currency: of, features: linesOf(features), month: amountOf(month), year: amountOf(year) };
};
