import { pageTitle } from './page.view.ts';
import type { Child, Renderer } from './renderer.ts';

/** Pages about one site or one application; their addresses, and the patterns of their routes. */
const ABOUT_ONE = /^\/manage-(?:app|site)\//;
/** On these the name in the header is the h1. */
const OWN_PAGE = /^\/manage-(?:app|site)\/overview(?:\/|$)/;

type Heads<N> = { subject?: Child<N>; title?: Child<N> };

/** The shape of the header that all pages about one site or application share, so that nothing moves when it is there. */
function subjectShape<N>(r: Renderer<N>, title: Child<N>): N {
  const bone = (as: string) => r.h('span', { 'aria-hidden': 'true', className: `p-bone p-bone-${as}` });
  return r.h(
    'div',
    { className: 'p-workload' },
    r.h('span', { className: 'p-workload-picture' }),
    r.h(
      'div',
      { className: 'p-workload-names' },
      r.h('div', { className: 'p-workload-title' }, title ?? bone('title')),
      r.h('div', { className: 'p-workload-facts' }, bone('address')),
    ),
    r.h('div', { className: 'p-workload-actions' }, bone('button'), bone('button')),
  );
}

/** What a loading page has above its content: its title, and on pages about one site or application their header. */
export function loadingHeads<N>(r: Renderer<N>, path: string, title: string): Heads<N> {
  if (!ABOUT_ONE.test(path)) return { title };
  return OWN_PAGE.test(path)
    ? { subject: subjectShape(r, pageTitle(r, title)) }
    : { subject: subjectShape(r, undefined), title };
}
