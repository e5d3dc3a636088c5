import type { Say } from './words.ts';

/** What an element may hold, as in React and hono/jsx. */
export type Child<N> = N | string | number | boolean | null | undefined | Child<N>[];

/** Attributes by React's names. `key` and handlers are the browser's alone. */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * Makes the elements of a view: React's in the browser, hono/jsx's on the server. A view is a plain function of a renderer
 * and data, so the initial HTML and the page that replaces it have one source.
 */
export type Renderer<N> = {
  h: (tag: string, attributes: Attributes | null, ...children: Child<N>[]) => N;
  /** A link within the panel; `to` is its path. */
  link: (attributes: Attributes & { to: string }, ...children: Child<N>[]) => N;
  /** A text in the language of the page. */
  t: Say;
};
