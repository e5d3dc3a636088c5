import type { RouteDeclaration } from '@panel/contract/manifest';
import type { Child, Renderer } from './renderer.ts';

/** `beside`: a control after the step, such as a switch to another thing of its kind. */
export type Crumb<N = never> = { title: string; to?: string | null; beside?: Child<N> };

/** Where a page is; the last entry is the page itself. Nothing for less than two. */
export function breadcrumbView<N>({ h, link, t }: Renderer<N>, trail: readonly Crumb<N>[]): N | null {
  if (trail.length < 2) return null;
  const steps = trail.map(({ title, to, beside }, index) => {
    const isLast = index === trail.length - 1;
    const step =
      to && !isLast
        ? link({ className: 'p-link p-link-small', to }, title)
        : h('span', { 'aria-current': isLast ? 'page' : undefined }, title);
    return h('li', { key: `${index}-${title}` }, step, beside);
  });
  return h('nav', { className: 'p-breadcrumb', 'aria-label': t('Breadcrumb') }, h('ol', null, steps));
}

type PageParts<N> = {
  trail: readonly Crumb<N>[];
  /** What the page is about, above its own head. Without a title it has the h1. */
  subject?: Child<N>;
  title?: Child<N>;
  /** Next to the title. */
  badge?: Child<N>;
  subtitle?: Child<N>;
  actions?: Child<N>;
  banner?: Child<N>;
  className?: string;
};

/** The h1 of a page, to which the shell moves the focus after a page change. */
export const pageTitle = <N>({ h }: Renderer<N>, title: Child<N>): N =>
  h('h1', { className: 'p-page-title', tabIndex: -1 }, title);

/** A page: its trail, its one h1, and its content. */
export function pageView<N>(r: Renderer<N>, parts: PageParts<N>, content: Child<N>): N {
  const { h } = r;
  const { trail, subject, title, badge, subtitle, actions, banner, className = 'p-page' } = parts;
  return h(
    'div',
    { className },
    breadcrumbView(r, trail),
    subject,
    title !== undefined &&
      h(
        'header',
        { className: 'p-page-head' },
        h(
          'div',
          { className: 'p-page-titles' },
          h('div', { className: 'p-inline p-gap-3' }, pageTitle(r, title), badge),
          subtitle && h('p', { className: 'p-page-subtitle' }, subtitle),
        ),
        actions && h('div', { className: 'p-page-actions' }, actions),
      ),
    banner,
    content,
  );
}

export type SkeletonKind = NonNullable<RouteDeclaration['skeleton']>;

const ROWS: Readonly<Record<SkeletonKind, number>> = { list: 8, form: 4, detail: 6, cards: 3, wizard: 3, text: 3 };

/** The shapes of pages; of `rows` a shape has as many as fill a screen. */
function shapeOf<N>({ h }: Renderer<N>, kind: SkeletonKind, rows: number): Child<N> {
  const bone = (as: string, key?: number) => h('span', { key, className: `p-bone p-bone-${as}` });
  const times = (count: number, each: (index: number) => N) => Array.from({ length: count }, (_, index) => each(index));
  const box = (className: string, ...children: Child<N>[]) => h('div', { className }, ...children);
  const card = (...children: Child<N>[]) => box('p-skeleton-card p-skeleton-pad', ...children);
  const lines = (count: number) => times(count, (index) => bone(index % 2 ? 'short' : 'line', index));
  const field = (key: number) => h('div', { key, className: 'p-skeleton-field' }, bone('label'), bone('input'));
  const row = (key: number) =>
    h('div', { key, className: 'p-skeleton-row' }, bone('name'), bone('cell'), bone('cell'), bone('cell'));
  switch (kind) {
    case 'list':
      return [
        h('div', { key: 'bar', className: 'p-skeleton-bar' }, bone('search'), bone('button')),
        h('div', { key: 'card', className: 'p-skeleton-card' }, times(rows, row)),
      ];
    case 'form':
      return card(times(rows, field), bone('button'));
    case 'detail':
      return [
        h(
          'div',
          { key: 'facts', className: 'p-skeleton-card p-skeleton-pad p-skeleton-facts' },
          bone('picture'),
          box('p-skeleton-field', lines(rows)),
        ),
        h('div', { key: 'more', className: 'p-skeleton-columns' }, card(lines(rows)), card(lines(rows))),
      ];
    case 'cards':
      return box('p-skeleton-columns', card(lines(2)), card(lines(2)), card(lines(2 * rows)), card(lines(2 * rows)));
    case 'wizard':
      return [
        h(
          'div',
          { key: 'bar', className: 'p-skeleton-bar' },
          times(4, (index) => bone('step', index)),
        ),
        h('div', { key: 'card', className: 'p-skeleton-card p-skeleton-pad' }, times(rows, field)),
      ];
    case 'text':
      return times(rows, (index) => bone(index % 3 === 2 ? 'short' : 'line', index));
  }
}

type Skeleton = { kind: SkeletonKind; rows?: number; label?: string };

/** The shape of a page that is loading. */
export const skeletonView = <N>(r: Renderer<N>, { kind, rows = ROWS[kind], label }: Skeleton, { t } = r): N =>
  r.h(
    'div',
    { className: `p-skeleton p-skeleton-${kind}`, role: 'status' },
    r.h('span', { className: 'p-visually-hidden' }, label ?? t('Loading')),
    r.h('div', { 'aria-hidden': 'true', className: 'p-skeleton-shape' }, shapeOf(r, kind, rows)),
  );
