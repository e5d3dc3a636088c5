import MiniSearch from 'minisearch';
import type { HelpEntry } from '@panel/contract';
import { SEARCH_OPTIONS } from './search-options.ts';

export type Found = { slug: string; terms: readonly string[]; words: string };

/** Finds articles in the index that the build made, and in those of the partner. */
export function searchEngine(index: object) {
  let loaded: MiniSearch<{ id: string }> | undefined;
  let added: readonly HelpEntry[] = [];

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
  return (input: string, partners: readonly HelpEntry[]): Found[] =>
    indexWith(partners)
      .search(input)
      .map(({ id, terms, words }) => ({ slug: String(id), terms, words: String(words ?? '') }));
}
