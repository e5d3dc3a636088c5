import { SCHEME_SCRIPT, themeCss, THEME_STYLE_ID } from '@panel/contract/colors';
import { escapeHtml } from '@panel/contract/frame';
import { BOOT_ELEMENT_ID } from '@panel/contract/wire';
import type { Boot } from '@panel/contract';

/** JSON that may stand inside of a script element: nothing in it can end the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export type DocumentInput = {
  boot: Boot;
  title: string;
  /** Address of the shell's script, its styles, and whatever the page needs next. */
  script: string;
  styles: readonly string[];
  preload: readonly string[];
  /** Trusted markup of the first picture. */
  picture: string;
};

function preloadLink(href: string, nonce: string): string {
  const as = href.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${as}" href="${escapeHtml(href)}" nonce="${nonce}">`;
}

/** The one HTML answer: brand, data and the first picture; the script takes over from there. */
export function htmlDocument({ boot, title, script, styles, preload, picture }: DocumentInput): string {
  const { nonce, partner } = boot;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${escapeHtml(partner.favicon)}">
<script nonce="${nonce}">${SCHEME_SCRIPT}</script>
<style nonce="${nonce}" id="${THEME_STYLE_ID}">${themeCss(partner.attributes)}</style>
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
<script nonce="${nonce}" src="${escapeHtml(script)}" defer></script>
${preload.map((href) => preloadLink(href, nonce)).join('\n')}
</head>
<body>
<div id="root">${picture}</div>
<script type="application/json" id="${BOOT_ELEMENT_ID}">${scriptJson(boot)}</script>
<noscript>The panel needs JavaScript. Please allow it for this page.</noscript>
</body>
</html>
`;
}
