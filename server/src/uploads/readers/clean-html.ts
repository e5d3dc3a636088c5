import { BUILDER_PICTURES, type BuilderContent } from '@panel/contract';
import sanitize from 'sanitize-html';
import { refuseLargePages } from './render-site.ts';

const TEXT_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'span', 'strong', 'em', 'b', 'i', 'u', 's'];
const MORE_TEXT = ['small', 'sub', 'sup', 'mark', 'code', 'pre', 'blockquote', 'cite', 'q', 'abbr', 'time', 'address'];
const PARTS = ['header', 'footer', 'main', 'nav', 'section', 'article', 'aside', 'div', 'figure', 'figcaption'];
const LISTS = ['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** A picture of the site; others would be requested from servers that the visitor does not know. */
const isOwnPicture = (src: string | undefined): boolean =>
  src !== undefined &&
  src.startsWith(BUILDER_PICTURES) &&
  /^[\da-f]{32}\.\w{3,4}$/.test(src.slice(BUILDER_PICTURES.length));

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...TEXT_TAGS, ...MORE_TEXT, ...PARTS, ...LISTS, 'a', 'img', 'details', 'summary'],
  allowedAttributes: {
    '*': ['id', 'class', 'title', 'lang', 'dir', 'role', 'aria-label', 'aria-hidden', 'data-menu'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    time: ['datetime'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs['src']),
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs['target'] === '_blank' ? { ...attribs, rel: 'noopener' } : attribs,
    }),
  },
};

/**
 * The HTML of a page without anything that runs or loads: scripts, handlers, frames, forms, embedded objects, foreign
 * pictures. The editor draws it on the panel's origin.
 */
export const cleanHtml = (html: string): string => sanitize(html, OPTIONS);

/** A draft with clean pages. @throws PanelError VALIDATION with the page that would be published too large */
export function cleanDraft({ lang, pages }: BuilderContent): BuilderContent {
  const content = { lang, pages: pages.map((page) => ({ ...page, html: cleanHtml(page.html) })) };
  refuseLargePages(content);
  return content;
}
