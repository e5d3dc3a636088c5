import { folded } from '@panel/contract/folded';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { holding } from './select-page.ts';

/** Further words are ignored: each costs a condition. */
const WORDS_MAX = 8;

/** The words of a search, folded. A word without a letter, e.g. only marks, finds nothing by itself and is left out. */
const wordsOf = (keyword: string): string[] => folded(keyword).split(/\s+/u).filter(Boolean).slice(0, WORDS_MAX);

/** Whether a text that is stored as it is searched in (`search_text`) has every word of a search, in any order. */
export function hasWords(searchText: SQLWrapper, keyword: string): SQL {
  const words = wordsOf(keyword).map((word) => sql`${searchText} like ${holding(word)}`);
  return words.length > 0 ? sql`(${sql.join(words, sql` and `)})` : sql`false`;
}

/** The same for short texts of smaller tables, which are folded when they are read. */
export const namesHaveWords = (texts: readonly SQLWrapper[], keyword: string): SQL =>
  hasWords(sql`search_folded(concat_ws(' ', ${sql.join([...texts], sql`, `)}))`, keyword);
