import { t } from '@panel/core';
/** The parts that a page is made of. Their classes are in the style sheet of every page (`_site.css`). */
export type Block = { key: string; label: string; help: string; html: string };

/** A picture that is not chosen yet: the editor shows a placeholder, and nothing of it is published. */
const EMPTY_PICTURE = '<img alt="">';

/** Links to all pages; the editor and the publication fill it. */
const MENU = '<nav class="sb-menu" data-menu="pages"></nav>';

export const BLOCKS: readonly Block[] = [
  {
    key: 'header',
    label: t('Header'),
    help: t('Your name and a menu of all pages'),
    html: `<header class="sb-header"><div class="sb-brand">Your name</div>${MENU}</header>`,
  },
  {
    key: 'hero',
    label: t('Welcome'),
    help: t('A large title with a button'),
    html: '<section class="sb-hero"><h1>A clear promise</h1><p>Say in a sentence what you do, and for whom.</p><a class="sb-button" href="#">Learn more</a></section>',
  },
  {
    key: 'text',
    label: t('Text'),
    help: t('A heading and a paragraph'),
    html: '<section class="sb-section"><div class="sb-text"><h2>A heading</h2><p>Double-click to write your own text.</p></div></section>',
  },
  {
    key: 'picture',
    label: t('Picture'),
    help: t('One picture'),
    html: `<section class="sb-section">${EMPTY_PICTURE}</section>`,
  },
  {
    key: 'gallery',
    label: t('Gallery'),
    help: t('Three pictures side by side'),
    html: `<section class="sb-section"><div class="sb-gallery">${EMPTY_PICTURE.repeat(3)}</div></section>`,
  },
  {
    key: 'columns',
    label: t('Columns'),
    help: t('Three texts side by side'),
    html: `<section class="sb-section"><div class="sb-columns">${['First', 'Second', 'Third'].map((name) => `<div><h3>${name}</h3><p>Write a few words.</p></div>`).join('')}</div></section>`,
  },
  {
    key: 'contact',
    label: t('Contact'),
    help: t('Address, phone and email'),
    html: '<section class="sb-section"><h2>Contact</h2><dl class="sb-contact"><dt>Address</dt><dd>Street 1, City</dd><dt>Phone</dt><dd><a href="tel:+10000000">+1 000 0000</a></dd><dt>Email</dt><dd><a href="mailto:hello@example.com">hello@example.com</a></dd></dl></section>',
  },
  {
    key: 'footer',
    label: t('Footer'),
    help: t('The end of the page'),
    html: '<footer class="sb-footer"><p>© Your name</p></footer>',
  },
];
