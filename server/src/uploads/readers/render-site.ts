import { BUILDER_STYLES, builderPageFile, type BuilderContent, type BuilderPage } from '@panel/contract';
import { PanelError } from '../../kernel/errors.ts';
import { escapeHtml } from '../../lib/html.ts';
import { BASE_STYLES } from './base-styles.ts';
import { countMenus, menuOf, withMenus } from './menus.ts';

/** The style sheet of a page. */
const stylesOf = (page: BuilderPage, index: number): string => builderPageFile(page, index).replace(/html$/, 'css');

/** What a page has of the other ones. */
export type PageParts = { menu: string; styles: string };
export type BuilderFile = { name: string } & ({ text: string } | { page: BuilderPage; parts: PageParts });

/** Of a published page, in characters. Its menus have the links to all pages, so they can be larger than the draft. */
export const RENDERED_PAGE_MAX = 1024 ** 2;

function tooLarge(page: BuilderPage, menu: string): string | null {
  const { menus, size } = countMenus(page.html, menu.length);
  if (size <= RENDERED_PAGE_MAX) return null;
  const mb = (size / 1024 ** 2).toFixed(1);
  return `The page "${page.title}" would have ${mb} MB, because ${menus} menus on it have the links to all pages. At most 1 MB is allowed. Remove some of its menus.`;
}

/** @throws PanelError VALIDATION with the first page that would be too large */
export function refuseLargePages({ pages }: BuilderContent): void {
  const menu = menuOf(pages);
  for (const [index, page] of pages.entries()) {
    const fault = tooLarge(page, menu);
    if (fault !== null) throw new PanelError('VALIDATION', {}, { fields: { [`pages.${index}.html`]: fault } });
  }
}

/** The HTML of a page. Its size is counted before it is made. @throws PanelError VALIDATION for one that is too large */
export function renderPage({ lang, page, menu, styles }: { lang: string; page: BuilderPage } & PageParts): string {
  const fault = tooLarge(page, menu);
  if (fault !== null) throw new PanelError('VALIDATION', {}, { fields: { html: fault } });
  const body = withMenus(page.html, menu);
  const description = page.description && `\n<meta name="description" content="${escapeHtml(page.description)}">`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>${description}
<link rel="stylesheet" href="${BUILDER_STYLES}">
<link rel="stylesheet" href="${styles}">
</head>
<body>
${body}
</body>
</html>
`;
}

/** Requests at any depth get this page, so its link is absolute and its styles are inside. */
const notFound = ({ lang }: BuilderContent): string => `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found</title>
<style>
${BASE_STYLES}</style>
</head>
<body>
<section class="sb-hero"><h1>Page not found</h1><p>This page does not exist, or has moved.</p><a class="sb-button" href="/">Go to the home page</a></section>
</body>
</html>
`;

/** The text files of the published site, one after the other; pages are still to be made. Its pictures are beside them. */
export function* builderTexts(content: BuilderContent): Generator<BuilderFile> {
  yield { name: BUILDER_STYLES, text: BASE_STYLES };
  yield { name: '404.html', text: notFound(content) };
  const menu = menuOf(content.pages);
  for (const [index, page] of content.pages.entries()) {
    const styles = stylesOf(page, index);
    yield { name: builderPageFile(page, index), page, parts: { menu, styles } };
    yield { name: styles, text: page.css };
  }
}

/** One of these files. */
export function builderText(content: BuilderContent, name: string): BuilderFile | undefined {
  for (const file of builderTexts(content)) if (file.name === name) return file;
  return undefined;
}
