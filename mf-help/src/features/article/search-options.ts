import { folded } from '@panel/contract/folded';
import type { Options } from 'minisearch';

/** The Arabic article, with the particles that are written together with it. */
const ARTICLE = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{L}{3})/u;

/** Words in lower case without accents: "resume" finds "résumé", "istanbul" finds "İSTANBUL", "نطاق" finds "النطاق". */
export const processTerm = (term: string): string => folded(term).replace(ARTICLE, '');

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
