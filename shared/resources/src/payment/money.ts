import { decimalsOf, unitsPer } from '@panel/contract/schemas';
import { pageLocale } from '@panel/core';

export { unitsPer };

type Formatter = { format: (amount: number) => string; units: number };
const formatters = new Map<string, Formatter>();

/** A formatter for amounts of a currency in the language of the page. */
function formatterOf(currency: string): Formatter {
  const key = `${pageLocale()} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const digits = decimalsOf(currency);
  const { format } = new Intl.NumberFormat(pageLocale(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const made = { format, units: unitsPer(currency) };
  formatters.set(key, made);
  return made;
}

/**
 * An amount as it is shown. Amounts of the provider are in the currency's smallest unit.
 * @example formatMoney(1250, 'eur') // "€12.50"
 */
export function formatMoney(amount: number, currency: string): string {
  const { format, units } = formatterOf(currency.toUpperCase());
  return format(amount / units);
}
