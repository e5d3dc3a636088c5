/**
 * The language of the page, which the shell's HTML names twice: a browser that translates pages changes `lang`. English
 * where there is no page, as in tests.
 */
export function pageLocale(): string {
  const root = globalThis.document?.documentElement;
  return root?.dataset['language'] || root?.lang || 'en';
}

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

/** A label inside of a sentence: in lower case in English, as it is in languages whose nouns have capitals. */
export const inSentence = (label: string): string => (/^en\b/.test(pageLocale()) ? label.toLowerCase() : label);
