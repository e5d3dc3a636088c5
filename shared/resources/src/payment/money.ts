import { pageLocale } from '@panel/core';

/** What the provider counts differently from the currency's own number of decimals. */
const PROVIDER_DIGITS: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 };

const formatters = new Map<string, Intl.NumberFormat>();

/** A formatter for amounts of a currency in the language of the page. */
function formatterOf(currency: string): Intl.NumberFormat {
  const key = `${pageLocale()} ${currency}`;
  const made = formatters.get(key) ?? new Intl.NumberFormat(pageLocale(), { style: 'currency', currency });
  formatters.set(key, made);
  return made;
}

const digitsOf = (currency: string): number =>
  PROVIDER_DIGITS[currency] ?? formatterOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** How many of the smallest unit are one of the currency: 100 for dollars, 1 for yen, 1,000 for dinars. */
export const unitsPer = (currency: string): number => 10 ** digitsOf(currency.toUpperCase());

/**
 * An amount as it is shown. Amounts of the provider are in the currency's smallest unit.
 * @example formatMoney(1250, 'eur') // "€12.50"
 */
export function formatMoney(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  return formatterOf(code).format(amount / unitsPer(code));
}
