import type { ComponentType } from 'react';

export type PageContext = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams };

/** What a page's file exports. */
export type PageModule = {
  Component: ComponentType;
  /** Starts the page's queries ahead of its rendering; never awaited, never throws. */
  prefetch?: (context: PageContext) => void;
};

export type RemotePages = Readonly<Record<string, () => Promise<PageModule>>>;

/** The `./remote` module that every remote exposes. */
export type RemoteModule = { pages: RemotePages };

/** Page ids of the manifest → lazy imports. The build fails when the two do not agree. */
export const definePages = <const P extends RemotePages>(pages: P): P => pages;
