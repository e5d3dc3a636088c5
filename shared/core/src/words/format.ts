/** The language of the page, which the shell's HTML names; English until there are others, and where there is no page, as in tests. */
export const pageLocale = (): string => globalThis.document?.documentElement.lang || 'en';

/**
 * The one way to a formatter of `Intl`: made for the language of the page when it is first needed, then kept.
 * @example const count = inLocale((locale) => new Intl.NumberFormat(locale)); count().format(1234)
 */
export function inLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const locale = pageLocale();
    const kept = made.get(locale) ?? make(locale);
    made.set(locale, kept);
    return kept;
  };
}

const numbers = inLocale((locale) => new Intl.NumberFormat(locale));

/** `1,234` in English. */
export const formatNumber = (number: number): string => numbers().format(number);
