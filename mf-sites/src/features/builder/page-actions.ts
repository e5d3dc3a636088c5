import { newIdempotencyKey, type BuilderContent, type BuilderPage } from '@panel/core';

/** A free address for a title: `About us` becomes `about-us`, or `about-us-2`. */
export function slugFor(title: string, taken: readonly string[]): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    // One sign at most at each end.
    .replace(/^-|-$/g, '');
  const base = plain === '' || plain === 'index' || plain === '404' ? 'page' : plain;
  const reserved = new Set(taken);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!reserved.has(slug)) return slug;
  }
}

/** A page with the header and the footer of the first one. */
export function newPage({ pages }: Pick<BuilderContent, 'pages'>, title: string): BuilderPage {
  const first = new DOMParser().parseFromString(pages[0]?.html ?? '', 'text/html');
  const part = (tag: string) => {
    const element = first.querySelector(tag);
    // Rules of a style sheet name parts by their id; a copy has the base styles.
    for (const each of element ? [element, ...element.querySelectorAll('[id]')] : []) each.removeAttribute('id');
    return element?.outerHTML ?? '';
  };
  const heading = document.createElement('h1');
  heading.textContent = title;
  const text = `<section class="sb-section"><div class="sb-text">${heading.outerHTML}<p>Double-click to write your own text.</p></div></section>`;
  return {
    id: newIdempotencyKey(),
    slug: slugFor(
      title,
      pages.map(({ slug }) => slug),
    ),
    title,
    description: '',
    html: part('header') + text + part('footer'),
    css: '',
  };
}

/** The same pages with one moved by a number of places. */
export function movePage<Page>(pages: readonly Page[], at: number, by: number): Page[] {
  const moved = pages[at];
  const rest = pages.toSpliced(at, 1);
  return moved === undefined ? [...pages] : rest.toSpliced(Math.max(0, at + by), 0, moved);
}
