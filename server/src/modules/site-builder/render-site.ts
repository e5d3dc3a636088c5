import { BUILDER_STYLES, builderPageFile, type BuilderContent, type BuilderPage } from '@panel/contract';
import { escapeHtml } from '../../lib/html.ts';
import { BASE_STYLES } from './base-styles.ts';

/** The style sheet of a page. */
const stylesOf = (page: BuilderPage, index: number): string => builderPageFile(page, index).replace(/html$/, 'css');

/** Links to all pages; the editor draws the same into every `nav` with `data-menu`. */
const menuOf = (pages: readonly BuilderPage[]): string =>
  pages.map((page, i) => `<a href="${builderPageFile(page, i)}">${escapeHtml(page.title)}</a>`).join('');

/** `cleanHtml` leaves no `>` in attributes of a tag. */
const MENU = /(<nav\b[^>]*\bdata-menu="pages"[^>]*>)[^]*?(<\/nav>)/g;

function documentOf(content: BuilderContent, page: BuilderPage, index: number): string {
  const { lang, pages } = content;
  const body = page.html.replace(MENU, (_all, open: string, close: string) => open + menuOf(pages) + close);
  const description = page.description && `\n<meta name="description" content="${escapeHtml(page.description)}">`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>${description}
<link rel="stylesheet" href="${BUILDER_STYLES}">
<link rel="stylesheet" href="${stylesOf(page, index)}">
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

/** The text files of the published site: name → content. Its pictures are beside them. */
export function renderSite(content: BuilderContent): Map<string, string> {
  const files = new Map([
    [BUILDER_STYLES, BASE_STYLES],
    ['404.html', notFound(content)],
  ]);
  content.pages.forEach((page, index) => {
    files.set(builderPageFile(page, index), documentOf(content, page, index));
    files.set(stylesOf(page, index), page.css);
  });
  return files;
}
