import type { ComponentType } from 'react';

export type PageContext = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams };

/** What a page's file exports. */
export type PageModule = {
  Component: ComponentType;
  /** Starts the page's queries ahead of its rendering; never throws. The initial HTML of a page view waits a moment for a promise. */
  prefetch?: (context: PageContext) => unknown;
};

/** What the file of a part exports: a component that gets what its slot gives (see SlotProps). */
export type PartModule = { Component: ComponentType<never> };

export type RemotePages = Readonly<Record<string, () => Promise<PageModule>>>;

/** The `./remote` module that every remote exposes. */
export type RemoteModule = { pages: RemotePages };

/**
 * Ids of pages and parts in the manifest → lazy imports. The build fails when the two do not agree. Parts are listed as
 * pages: only a slot renders them, and it gives them their properties.
 */
export const definePages = (pages: Readonly<Record<string, () => Promise<PageModule | PartModule>>>): RemotePages =>
  pages as RemotePages;
