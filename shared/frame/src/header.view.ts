import type { FrameModel } from './frame-model.ts';
import { iconView } from './icon.view.ts';
import { languagePicker, type Picker } from './language.view.ts';
import { menuLink } from './menu.view.ts';
import type { Attributes, Child, Renderer } from './renderer.ts';
import { HELP_LABEL } from './frame-shape.ts';

/** Logo, company and domain; leads home (spec §2: /dashboard, or the administration). */
const brand = <N>({ h, link, t }: Renderer<N>, { home, mark, company, domain }: FrameModel): N =>
  link(
    { className: 'f-brand', to: home },
    mark && h('img', { className: 'f-logo', src: mark, alt: '' }),
    h(
      'span',
      { className: 'f-brand-text' },
      h('span', { className: 'f-company' }, company),
      h('span', { className: 'f-domain' }, domain),
    ),
    h('span', { className: 'f-sr' }, t(', home')),
  );

const button = <N>({ h }: Renderer<N>, attributes: Attributes, ...children: Child<N>[]): N =>
  h('button', { type: 'button', ...attributes }, ...children);

/** The buttons of the header. The browser adds what they do; the initial HTML has them disabled. */
export const headerButtons = {
  burger: <N>(r: Renderer<N>, attributes: Attributes, { t } = r): N =>
    button(r, { className: 'f-tool f-burger', 'aria-label': t('Open menu'), ...attributes }, iconView(r, 'menu')),
  support: <N>(r: Renderer<N>, attributes: Attributes, { t } = r): N =>
    button(
      r,
      { className: 'f-section', ...attributes },
      r.h('span', null, t('Community & Support')),
      iconView(r, 'chevron-down'),
    ),
  palette: <N>(r: Renderer<N>, attributes: Attributes, keys?: string, { t } = r): N =>
    button(
      r,
      { className: 'f-palette', ...attributes },
      iconView(r, 'search'),
      r.h('span', { className: 'f-palette-text' }, t('Search or jump to')),
      r.h('kbd', { 'aria-hidden': 'true' }, keys ?? t('Ctrl K')),
    ),
  bell: <N>(r: Renderer<N>, attributes: Attributes, count?: Child<N>, { t } = r): N =>
    button(r, { className: 'f-tool', 'aria-label': t('Notifications'), ...attributes }, iconView(r, 'bell'), count),
  help: <N>(r: Renderer<N>, attributes: Attributes): N =>
    button(r, { className: 'f-tool f-help', 'aria-label': r.t(HELP_LABEL), ...attributes }, iconView(r, 'help')),
  profile: <N>(r: Renderer<N>, attributes: Attributes, face: Child<N>, { t } = r): N =>
    button(
      r,
      { className: 'f-tool', ...attributes },
      r.h('span', { className: 'f-avatar' }, face),
      r.h('span', { className: 'f-sr' }, t('Profile menu')),
    ),
};

/** Whether the help center is open to the viewer. */
const hasHelp = ({ support }: FrameModel): boolean => support.some(({ href }) => href === '/help');

/** Each button of the header, with what opens at it. */
export type HeaderParts<N> = Record<keyof typeof headerButtons, Child<N>> & { drawer?: Child<N> };

/** The header of who is signed in (spec §1): logo, sections, Community & Support, search, bell, profile. */
export function fullHeader<N>(r: Renderer<N>, model: FrameModel, parts: HeaderParts<N>): N {
  const { h, t } = r;
  const pop = (part: Child<N>) => h('div', { className: 'f-pop' }, part);
  return h(
    'header',
    { className: 'f-head' },
    parts.burger,
    brand(r, model),
    h(
      'nav',
      { className: 'f-sections', 'aria-label': t('Sections') },
      model.sections.map((link) => menuLink(r, { ...link, icon: null }, model.path, 'f-section')),
      model.support.length > 0 && pop(parts.support),
    ),
    h(
      'div',
      { className: 'f-tools' },
      parts.palette,
      hasHelp(model) && parts.help,
      pop(parts.bell),
      pop(parts.profile),
    ),
    parts.drawer,
  );
}

/** For visitors who are not signed in: logo, language picker (spec §2, Help), and the way in. */
export function simpleHeader<N>(r: Renderer<N>, model: FrameModel, picker: Picker): N {
  const { h, link, t } = r;
  return h(
    'header',
    { className: 'f-head' },
    brand(r, model),
    h(
      'div',
      { className: 'f-tools' },
      languagePicker(r, model, picker),
      link({ className: 'f-section', to: '/login' }, h('span', null, t('Sign in'))),
    ),
  );
}
