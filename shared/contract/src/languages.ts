/** Languages of the panel by their tags: the name that its own speakers use, and the direction of its script. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  tr: { name: 'Türkçe', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** The language of the texts in the code; the others have catalogues. */
export const SOURCE_LANGUAGE = 'en' satisfies Language;
export const TRANSLATED = LANGUAGE_TAGS.filter((tag) => tag !== SOURCE_LANGUAGE);

/** The language that a tag such as `de`, `de-AT` or `AR_eg` means; null for one that the panel does not have. */
export function languageOf(tag: string | null | undefined): Language | null {
  const primary = /^([a-z]{2,3})(?:[-_][\w-]*)?$/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase();
  return LANGUAGE_TAGS.find((known) => known === primary) ?? null;
}
