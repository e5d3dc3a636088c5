import { decimalsOf, unitsPer } from '@panel/contract/schemas';
import { pageLocale, t } from '@panel/core';

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

/** An amount as it is typed, with as many decimals as its currency has: "12.50". */
export const typedMoney = (amount: number, currency: string): string =>
  (amount / unitsPer(currency)).toFixed(decimalsOf(currency));

/**
 * A typed amount in the smallest unit of its currency, with a point or a comma before its decimals; nothing for what is no amount, or has
 * more decimals than the currency.
 * @example readMoney('12,5', 'eur') // 1250
 */
export function readMoney(text: string, currency: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  const places = decimalsOf(currency);
  if (whole === '' || decimals.length > places) return undefined;
  return Number(whole) * unitsPer(currency) + (places === 0 ? 0 : Number(decimals.padEnd(places, '0')));
}

/** The name of a currency in the language of the page: "EUR, Euro". */
export function currencyLabel(currency: string): string {
  const code = currency.toUpperCase();
  const name = new Intl.DisplayNames([pageLocale()], { type: 'currency' }).of(code) ?? code;
  return name === code ? code : t('{code}, {name}', { code, name });
}
