import type { Options } from 'minisearch';

/** Letters that people write for one another, and signs without a sound. Both kinds of the Turkish i are one. */
const ALIKE: Readonly<Record<string, string>> = { ı: 'i', ß: 'ss', ى: 'ي', ة: 'ه', ـ: '' };
const VARIED = /[ıßىةـ]/g;
const ARABIC_DIGIT = /[٠-٩]/g;
/** The Arabic article, with the particles that are written together with it. */
const ARTICLE = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{L}{3})/u;

/** Words in lower case without accents: "resume" finds "résumé", "istanbul" finds "İSTANBUL", "نطاق" finds "النطاق". */
export const processTerm = (term: string): string =>
  term
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(VARIED, (letter) => ALIKE[letter] ?? letter)
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(ARTICLE, '');

/** How articles are indexed and found; the index that the build writes is read with the same options. */
export const SEARCH_OPTIONS: Options<{ id: string }> = {
  fields: ['title', 'summary', 'words', 'errors'],
  /** For the piece of text below a result. */
  storeFields: ['words'],
  processTerm,
  searchOptions: {
    boost: { title: 4, summary: 2, errors: 3 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    processTerm,
  },
};
