import type { FrameLink, FrameModel } from './frame-model.ts';
import { iconOf, iconPaths } from './icons.ts';

/*
 * The frame as text, for the initial HTML. The shell's components render the same elements and classes (a page test
 * compares them), so that nothing moves when the script takes over.
 */

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const icon = (name: string): string =>
  `<svg class="f-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${iconPaths[iconOf(name)]}"></path></svg>`;

const current = (link: FrameLink, path: string): string =>
  link.current ? ` aria-current="${link.to === path ? 'page' : 'true'}"` : '';

const anchor = (link: FrameLink, path: string, className: string, withIcon: boolean): string =>
  `<a class="${className}" href="${escapeHtml(link.to)}"${current(link, path)}>${withIcon && link.icon ? icon(link.icon) : ''}<span>${escapeHtml(link.label)}</span></a>`;

const picture = (className: string, src: string, alt: string): string =>
  src ? `<img class="${className}" src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">` : '';

const brand = (m: FrameModel): string =>
  `<a class="f-brand" href="${escapeHtml(m.home)}" >${picture('f-logo', m.mark, '')}<span class="f-brand-text"><span class="f-company">${escapeHtml(m.company)}</span><span class="f-domain">${escapeHtml(m.domain)}</span></span><span class="f-sr">, home</span></a>`;

const tool = (className: string, name: string, label: string): string =>
  `<button class="${className}" type="button" aria-label="${label}" disabled>${icon(name)}</button>`;

function fullHeader(m: FrameModel, path: string): string {
  const sections = m.sections.map((link) => anchor(link, path, 'f-section', false)).join('');
  const support = m.support.length
    ? `<div class="f-pop"><button class="f-section" type="button" disabled><span>Community &amp; Support</span>${icon('chevron-down')}</button></div>`
    : '';
  const initials = m.email?.slice(0, 2).toUpperCase() || '-';
  return (
    `<header class="f-head">${tool('f-tool f-burger', 'menu', 'Open menu')}${brand(m)}` +
    `<nav class="f-sections" aria-label="Sections">${sections}${support}</nav>` +
    `<div class="f-tools"><button class="f-palette" type="button" disabled>${icon('search')}<span class="f-palette-text">Search or jump to</span><kbd aria-hidden="true">Ctrl K</kbd></button>` +
    `<div class="f-pop">${tool('f-tool', 'bell', 'Notifications')}</div>` +
    `<div class="f-pop"><button class="f-tool" type="button" disabled><span class="f-avatar">${escapeHtml(initials)}</span><span class="f-sr">Profile menu</span></button></div></div></header>`
  );
}

const simpleHeader = (m: FrameModel): string =>
  `<header class="f-head">${brand(m)}<div class="f-tools"><label class="f-language"><span>Language</span><select disabled><option>English</option></select></label>` +
  `<a class="f-section" href="/login"><span>Sign in</span></a></div></header>`;

function side(m: FrameModel, path: string): string {
  if (!m.side) return '';
  const back = m.side.back ? anchor(m.side.back, path, 'f-item f-back', true) : '';
  const links = m.side.links.map((link) => anchor(link, path, 'f-item', true)).join('');
  const account = m.side.account
    ? `<span class="f-email">${escapeHtml(m.email ?? '')}</span><a class="f-item" href="/logout">${icon('logout')}<span>Log Out</span></a>`
    : '';
  const fold = `<button class="f-item f-fold" type="button" disabled>${icon('chevron-down')}<span>Collapse menu</span></button>`;
  return `<nav class="f-side" aria-label="${escapeHtml(m.side.label)}">${back}${links}${account}${fold}</nav>`;
}

const abuseBanner = (m: FrameModel): string =>
  m.banner?.kind === 'abuse'
    ? `<div class="f-banner" data-tone="danger" role="note">${icon('warning')}<p>${escapeHtml(m.banner.text)}</p></div>`
    : '';

function promoBanner(m: FrameModel): string {
  if (m.banner?.kind !== 'promo') return '';
  const { text, action } = m.banner;
  const button = action ? `<a class="f-button" href="${escapeHtml(action.to)}">${escapeHtml(action.label)}</a>` : '';
  return `<aside class="f-banner f-promo" aria-label="Offer">${icon('rocket')}<p>${escapeHtml(text)}</p>${button}</aside>`;
}

/** The two images behind the sign-in (spec §2, Login layout). */
export const LOGIN_SCENES = ['1', '2'] as const;

/** The frame of form pages without a header: an image, the slogan, the logo and a card. */
function loginHtml(m: FrameModel, content: string): string {
  const scene = LOGIN_SCENES[Math.floor(Math.random() * LOGIN_SCENES.length)];
  const slogan = m.slogan ? `<p class="f-slogan">${escapeHtml(m.slogan)}</p>` : '';
  const blurb = m.blurb ? `<p class="f-blurb">${escapeHtml(m.blurb)}</p>` : '';
  return (
    `<div class="f f-login" data-layout="login" data-scene="${scene}"><div class="f-scene" aria-hidden="true"></div><aside class="f-words" aria-label="${escapeHtml(m.company)}">${slogan}${blurb}</aside>` +
    `<div class="f-card"><header class="f-card-head">${picture('f-card-logo', m.logo, m.company) || `<strong class="f-company">${escapeHtml(m.company)}</strong>`}</header><main class="f-main" id="main" tabindex="-1">${content}</main></div></div>`
  );
}

/**
 * The whole frame around `content` (trusted HTML: a skeleton or a page rendered by the server). Controls that need
 * the script are disabled until it has loaded.
 */
export function frameHtml(model: FrameModel, path: string, content: string): string {
  const { shape } = model;
  if (model.layout === 'login') return loginHtml(model, content);
  const header =
    shape.header === 'full' ? fullHeader(model, path) : shape.header === 'simple' ? simpleHeader(model) : '';
  const main = `<main class="f-main" id="main" tabindex="-1">${content}</main>`;
  const sided = model.side ? ' f-sided' : '';
  const centered = shape.centered ? ' f-centered' : '';
  const foot = shape.footer ? `<footer class="f-foot"><span>© ${escapeHtml(model.company)}</span></footer>` : '';
  return (
    `<div class="f${sided}${centered}" data-layout="${model.layout}"><a class="f-skip" href="#main">Skip to content</a>${header}` +
    `<div class="f-body">${side(model, path)}<div class="f-column">${abuseBanner(model)}${main}${promoBanner(model)}</div></div>${foot}</div>`
  );
}
