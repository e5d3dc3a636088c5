import * as v from 'valibot';
import { CatalogSaveInput, linesOf, TRIAL_DAYS_MAX, type CatalogPlan } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { readMoney, typedMoney } from '@panel/resources/payment';

const { name, currency, features } = CatalogSaveInput.entries;

const isAmount = (text: string, of: string): boolean => text.trim() === '' || (readMoney(text, of) ?? 0) > 0;
/** So many days; nothing is no trial. Null for what is no number of days. */
const daysOf = (text: string): number | null => {
  const days = Number(text.trim());
  return Number.isSafeInteger(days) && days >= 0 && days <= TRIAL_DAYS_MAX ? days : null;
};
const WRONG_AMOUNT = t('Enter an amount above zero, or nothing.');

/** A plan as it is typed: one line of text for each feature, amounts with the decimals of their currency. */
export const PlanForm = v.pipe(
  v.object({
    name,
    // What is wrong with a line is said at the field that has them all.
    features: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const [wrong] = (dataset.typed && v.safeParse(features, linesOf(dataset.value)).issues) || [];
        if (wrong) addIssue({ message: wrong.message });
      }),
    ),
    currency: v.pipe(v.string(), v.trim(), v.toLowerCase(), currency),
    month: v.string(),
    year: v.string(),
    trial: v.pipe(
      v.string(),
      v.check((text) => daysOf(text) !== null, t('Enter a whole number from 0 to 90.')),
    ),
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
  const { name: called, features: lines, currency: of, month, year, offered, version } = plan;
  const trial = plan.trial_days === 0 ? '' : String(plan.trial_days);
  const typed = (amount: number | null) => (amount === null ? '' : typedMoney(amount, of));
  return {
    ...{ name: called, features: lines.join('\n'), currency: of, offered, version },
    ...{ month: typed(month), year: typed(year), trial },
  };
};

/** What the call takes, and what the card of a customer shows. */
export const soldOf = ({ features: lines, month, year, currency: typed, trial, ...rest }: Typed) => {
  const of = typed.trim().toLowerCase();
  const amountOf = (text: string) => (/^[a-z]{3}$/.test(of) ? (readMoney(text, of) ?? null) : null);
  return {
    ...{ ...rest, currency: of, features: linesOf(lines), month: amountOf(month), year: amountOf(year) },
    trial_days: daysOf(trial) ?? 0,
  };
};
