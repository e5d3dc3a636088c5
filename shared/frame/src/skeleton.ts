import type { RouteDeclaration } from '@panel/contract/manifest';
import { escapeHtml } from './frame-html.ts';

type Kind = NonNullable<RouteDeclaration['skeleton']>;

const bone = (as: string): string => `<span class="p-bone p-bone-${as}"></span>`;
const bones = (...as: string[]): string => as.map(bone).join('');
const times = (count: number, markup: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => markup(index)).join('');
const field = (): string => `<div class="p-skeleton-field">${bones('label', 'input')}</div>`;
const line = (index: number): string => bone(index % 2 ? 'short' : 'line');

const SHAPES: Readonly<Record<Kind, () => string>> = {
  text: () => times(3, (row) => bone(row % 3 === 2 ? 'short' : 'line')),
  list: () =>
    `<div class="p-skeleton-bar">${bones('search', 'button')}</div>` +
    `<div class="p-skeleton-card">${times(8, () => `<div class="p-skeleton-row">${bones('name', 'cell', 'cell', 'cell')}</div>`)}</div>`,
  form: () => `<div class="p-skeleton-card p-skeleton-pad">${times(4, field)}${bone('button')}</div>`,
  detail: () =>
    `<div class="p-skeleton-columns"><div class="p-skeleton-card p-skeleton-pad">${bones('picture', 'line', 'short')}</div>` +
    `<div class="p-skeleton-card p-skeleton-pad">${times(6, line)}</div></div>`,
  wizard: () =>
    `<div class="p-skeleton-bar">${times(4, () => bone('step'))}</div>` +
    `<div class="p-skeleton-card p-skeleton-pad">${times(3, field)}</div>`,
};

type Trail = readonly { title: string; to?: string | null }[];

/** The breadcrumb of `@panel/ui`; a page without parents has none. */
function trailHtml(trail: Trail): string {
  if (trail.length < 2) return '';
  const steps = trail.map(({ title, to }, index) => {
    const isLast = index === trail.length - 1;
    if (to && !isLast)
      return `<li><a class="p-link p-link-small" href="${escapeHtml(to)}">${escapeHtml(title)}</a></li>`;
    return `<li><span${isLast ? ' aria-current="page"' : ''}>${escapeHtml(title)}</span></li>`;
  });
  return `<nav class="p-breadcrumb" aria-label="Breadcrumb"><ol>${steps.join('')}</ol></nav>`;
}

/**
 * A loading page, as trusted text for the initial HTML: the same elements and classes as `@panel/ui`'s Page and
 * Skeleton (a page test compares them), so that nothing moves when the script takes over. The title is real.
 */
export function skeletonHtml(kind: Kind, title: string, trail: Trail = []): string {
  return (
    `<div class="p-page">${trailHtml(trail)}<header class="p-page-head"><div class="p-page-titles"><div class="p-inline p-gap-3"><h1 class="p-page-title" tabindex="-1">${escapeHtml(title)}</h1></div></div></header>` +
    `<div class="p-skeleton p-skeleton-${kind}" role="status"><span class="p-visually-hidden">Loading</span>` +
    `<div aria-hidden="true" class="p-skeleton-shape">${SHAPES[kind]()}</div></div></div>`
  );
}
