import { pageLocale } from '../words/format.ts';
import { loadWords, type Catalog } from '../words/words.ts';
import type { ComponentType } from 'react';

export type PageContext = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams };

/** What a page's file exports. */
export type PageModule = {
  Component: ComponentType;
  /**
   * Starts the page's queries before it renders; never throws. The initial HTML of a page view waits briefly for a
   * returned promise.
   */
  prefetch?: (context: PageContext) => unknown;
};

/** The export of a part's file: a component with its slot's properties (see SlotProps). */
export type PartModule = { Component: ComponentType<never> };

export type RemotePages = Readonly<Record<string, () => Promise<PageModule>>>;

/** The `./remote` module that every remote exposes. */
export type RemoteModule = { pages: RemotePages };

/** Languages of a remote → lazy imports of its catalogues. */
export type Catalogs = Readonly<Record<string, () => Promise<{ default: Catalog }>>>;

/** Pages of one owner of texts: the shell, or one release of a remote. */
export const definePagesWith =
  (load: typeof loadWords) =>
  /**
   * Ids of pages and parts in the manifest → lazy imports. The build fails when the two differ. Parts are listed like
   * pages, but only a slot renders them, with its properties. The catalogue of the page's language is loaded before the
   * first page; English needs none, and without its catalogue a page is English.
   */
  (pages: Readonly<Record<string, () => Promise<PageModule | PartModule>>>, catalogs: Catalogs = {}): RemotePages => {
    const locale = pageLocale();
    const find = catalogs[locale];
    if (!find) return pages as RemotePages;
    let loaded: Promise<void> | undefined;
    const words = () =>
      (loaded ??= find().then(
        (catalog) => load(locale, catalog.default),
        () => {
          // The next page tries again.
          loaded = undefined;
        },
      ));
    const translated = Object.entries(pages).map(([id, page]) => [id, () => words().then(page)] as const);
    return Object.fromEntries(translated) as RemotePages;
  };

export const definePages = definePagesWith(loadWords);
