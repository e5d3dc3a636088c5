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

/**
 * Ids of pages and parts in the manifest → lazy imports. The build fails when the two differ. Parts are listed like
 * pages, but only a slot renders them, with its properties.
 */
export const definePages = (pages: Readonly<Record<string, () => Promise<PageModule | PartModule>>>): RemotePages =>
  pages as RemotePages;
