import type { FrameBanner } from './banner.ts';
import type { FrameModel } from './frame-model.ts';
import { iconView } from './icon.view.ts';
import type { Attributes, Child, Renderer } from './renderer.ts';

/** At the top of the page: the account has used up its build time. */
const abuseBanner = <N>(r: Renderer<N>, text: string): N =>
  r.h(
    'div',
    { className: 'f-banner', 'data-tone': 'danger', role: 'note' },
    iconView(r, 'warning'),
    r.h('p', null, text),
  );

const TONE = { info: 'info', maintenance: 'warning', problem: 'danger' } as const;

/** At the top of the page: what the partner tells its customers. */
const announcementBanner = <N>(
  r: Renderer<N>,
  { about, label, title, to, closable }: Extract<FrameBanner, { kind: 'announcement' }>,
  close: Attributes,
  { t } = r,
): N =>
  r.h(
    'div',
    { className: 'f-banner', 'data-tone': TONE[about], role: 'status' },
    iconView(r, about === 'info' ? 'info' : 'warning'),
    r.h('p', null, r.h('strong', null, label), ' ', to ? r.link({ to }, title) : title),
    closable &&
      r.h(
        'button',
        { type: 'button', className: 'f-tool', 'aria-label': t('Close announcement'), ...close },
        iconView(r, 'close'),
      ),
  );

/** At the bottom of the page: an offer of the partner, which can be closed. */
const promoBanner = <N>(
  r: Renderer<N>,
  { page, text, action }: Extract<FrameBanner, { kind: 'promo' }>,
  close: Attributes,
  { t } = r,
): N =>
  r.h(
    'aside',
    { className: 'f-banner f-promo', 'aria-label': t('Offer'), 'data-offer': page },
    iconView(r, 'rocket'),
    r.h('p', null, text),
    action && r.link({ className: 'f-button', to: action.to }, action.label),
    r.h(
      'button',
      { type: 'button', className: 'f-tool', 'aria-label': t('Close offer'), ...close },
      iconView(r, 'close'),
    ),
  );

/** The page, and attributes of the element that holds it. */
export type PageParts<N> = { page: Child<N>; main?: Attributes };

const main = <N>({ h }: Renderer<N>, { page, main: attributes }: PageParts<N>): N =>
  h('main', { className: 'f-main', id: 'main', tabIndex: -1, ...attributes }, page);

export type FrameParts<N> = PageParts<N> & {
  header: Child<N>;
  side: Child<N>;
  more?: Child<N>;
  /** Of the button that closes the offer. */
  closeOffer: Attributes;
  /** Of the button that closes the announcement. */
  closeAnnouncement: Attributes;
};

/** A menu whose only entry is the section itself is on phones alone: beside the page it would be an empty column. */
const hasSidebar = ({ side }: FrameModel): boolean => side !== null && (side.account || side.links.length > 1);

/** The frame around a page. A layout is data (FRAME_SHAPES): between pages the parts change, never the frame itself. */
export function frameView<N>(r: Renderer<N>, model: FrameModel, parts: FrameParts<N>): N {
  const { header, side, more, closeOffer, closeAnnouncement } = parts;
  const { h, t } = r;
  const { shape, banner, layout, company } = model;
  const sided = hasSidebar(model);
  return h(
    'div',
    { className: `f${sided ? ' f-sided' : ''}${shape.centered ? ' f-centered' : ''}`, 'data-layout': layout },
    h('a', { className: 'f-skip', href: '#main' }, t('Skip to content')),
    header,
    h(
      'div',
      { className: 'f-body' },
      sided && side,
      h(
        'div',
        { className: 'f-column' },
        banner?.kind === 'abuse' && abuseBanner(r, banner.text),
        banner?.kind === 'announcement' && announcementBanner(r, banner, closeAnnouncement),
        main(r, parts),
        banner?.kind === 'promo' && promoBanner(r, banner, closeOffer),
      ),
    ),
    shape.footer && h('footer', { className: 'f-foot' }, h('span', null, `© ${company}`)),
    more,
  );
}

/** The frame of the pages before the sign-in: a scene (SCHEME_SCRIPT chooses it), the slogan, a short blurb where other ways to sign in are on, a card. */
export function loginView<N>(r: Renderer<N>, model: FrameModel, parts: PageParts<N> & { picker: Child<N> }): N {
  const { h } = r;
  const { company, slogan, blurb, logo } = model;
  return h(
    'div',
    { className: 'f f-login', 'data-layout': 'login' },
    h('div', { className: 'f-scene', 'aria-hidden': 'true' }),
    h(
      'aside',
      { className: 'f-words', 'aria-label': company },
      slogan && h('p', { className: 'f-slogan' }, slogan),
      blurb && h('p', { className: 'f-blurb' }, blurb),
    ),
    h(
      'div',
      { className: 'f-card' },
      h(
        'header',
        { className: 'f-card-head' },
        logo
          ? h('img', { className: 'f-card-logo', src: logo, alt: company })
          : h('strong', { className: 'f-company' }, company),
      ),
      main(r, parts),
      h('footer', { className: 'f-card-foot' }, parts.picker),
    ),
  );
}
