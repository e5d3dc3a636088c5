import MiniSearch from 'minisearch';
import type { HelpEntry } from '@panel/contract';
import { SEARCH_OPTIONS } from './search-options.ts';
import index from './generated/search.generated.json';

export type Found = { slug: string; terms: readonly string[]; words: string };

let loaded: MiniSearch<{ id: string }> | undefined;
let added: readonly HelpEntry[] = [];

/** The index that the build made, with the partner's articles. */
function indexWith(partners: readonly HelpEntry[]): MiniSearch<{ id: string }> {
  if (loaded && added === partners) return loaded;
  const next = MiniSearch.loadJS<{ id: string }>(structuredClone(index) as never, SEARCH_OPTIONS);
  for (const { slug, title, summary, words } of partners) {
    if (next.has(slug)) next.discard(slug);
    next.add({ id: slug, ...{ title, summary, words }, errors: '' } as { id: string });
  }
  added = partners;
  return (loaded = next);
}

/** Articles with every word of the input, or with the beginning of one, the best first. */
export const searchArticles = (input: string, partners: readonly HelpEntry[]): Found[] =>
  indexWith(partners)
    .search(input)
    .map(({ id, terms, words }) => ({ slug: String(id), terms, words: String(words ?? '') }));
