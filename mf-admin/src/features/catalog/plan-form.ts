import * as v from 'valibot';
import {
  CatalogSaveInput,
  chargeStep,
  decimalsOf,
  linesOf,
  PlanAmounts,
  stepRefusal,
  TRIAL_DAYS_MAX,
  type CatalogPlan,
} from '@panel/contract/schemas';
import { t } from '@panel/core';
import { readMoney, typedMoney } from '@panel/resources/payment';

const { name, features } = CatalogSaveInput.entries;
const { currency } = PlanAmounts.entries;

/** So many days; nothing is no trial. Null for what is no number of days. */
const daysOf = (text: string): number | null => {
  const days = Number(text.trim());
  return Number.isSafeInteger(days) && days >= 0 && days <= TRIAL_DAYS_MAX ? days : null;
};

const isCurrency = (text: string): boolean => /^[a-z]{3}$/.test(text);

/** What is wrong with an amount as it is typed; nothing for none. */
function wrongAmount(text: string, of: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || !isCurrency(of)) return undefined;
  const amount = readMoney(typed, of);
  if (amount === undefined && readMoney(typed.replace(/[.,]\d*$/, ''), of) !== undefined)
    return decimalsOf(of) === 0
      ? t('Enter a whole amount: this currency has no decimals.')
      : t('Enter at most {count, plural, one {# decimal} other {# decimals}}.', { count: decimalsOf(of) });
  if (amount === undefined || amount <= 0) return t('Enter an amount above zero, or nothing.');
  return amount % chargeStep(of) === 0 ? undefined : stepRefusal(of);
}

/** Amounts as they are typed, with the decimals of their currency. */
const Row = v.pipe(
  v.object({ currency: v.pipe(v.string(), v.trim(), v.toLowerCase(), currency), month: v.string(), year: v.string() }),
  v.forward(
    v.partialCheck(
      [['month'], ['currency']],
      ({ month, currency: of }) => wrongAmount(month, of) === undefined,
      ({ input }) => wrongAmount(input.month, input.currency) ?? '',
    ),
    ['month'],
  ),
  v.forward(
    v.partialCheck(
      [['year'], ['currency']],
      ({ year, currency: of }) => wrongAmount(year, of) === undefined,
      ({ input }) => wrongAmount(input.year, input.currency) ?? '',
    ),
    ['year'],
  ),
);

/** A plan as it is typed: one line of text for each feature, one row for each currency. */
export const PlanForm = v.object({
  name,
  // What is wrong with a line is said at the field that has them all.
  features: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const [wrong] = (dataset.typed && v.safeParse(features, linesOf(dataset.value)).issues) || [];
      if (wrong) addIssue({ message: wrong.message });
    }),
  ),
  amounts: v.array(Row),
  trial: v.pipe(
    v.string(),
    v.check((text) => daysOf(text) !== null, t('Enter a whole number from 0 to 90.')),
  ),
  offered: v.boolean(),
  /** What was edited, whatever was loaded since. */
  version: v.number(),
});
export type Typed = v.InferInput<typeof PlanForm>;

/** `first`: the currency of the only row where the plan has never had a price. */
export const typedOf = (plan: CatalogPlan, first: string): Typed => {
  const { name: called, features: lines, amounts, offered, version } = plan;
  const trial = plan.trial_days === 0 ? '' : String(plan.trial_days);
  const typed = (amount: number | null, of: string) => (amount === null ? '' : typedMoney(amount, of));
  return {
    ...{ name: called, features: lines.join('\n'), offered, version, trial },
    amounts:
      amounts.length === 0
        ? [{ currency: first, month: '', year: '' }]
        : amounts.map(({ currency: of, month, year }) => ({
            ...{ currency: of, month: typed(month, of), year: typed(year, of) },
          })),
  };
};

/** What the call takes, and what the card of a customer shows. */
export const soldOf = ({ features: lines, amounts, trial, ...rest }: Typed) => ({
  ...{ ...rest, features: linesOf(lines), trial_days: daysOf(trial) ?? 0 },
  amounts: amounts.map(({ currency: typed, month, year }) => {
    const of = typed.trim().toLowerCase();
    const amountOf = (text: string) => (isCurrency(of) ? (readMoney(text, of) ?? null) : null);
    return { currency: of, month: amountOf(month), year: amountOf(year) };
  }),
});
