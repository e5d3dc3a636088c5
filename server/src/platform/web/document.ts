import { SCHEME_SCRIPT, THEME_STYLE_ID } from '@panel/brand/colors';
import { escapeHtml } from '../../lib/html.ts';
import { LANGUAGES, type Language } from '@panel/contract/languages';
import { BOOT_ELEMENT_ID, VIEWER_HEADER } from '@panel/contract/wire';
import type { Boot } from '@panel/contract';
import { BOOT_WATCH } from './boot-watch.ts';
import { trustedTypesScript } from './page-scripts.ts';
import { themeOf } from './theme.ts';

/** JSON that is safe inside a script element: it cannot end the element or open a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A file of a release, with its integrity hash. */
export type Asset = { href: string; integrity?: string };

export type DocumentInput = {
  boot: Boot;
  language: Language;
  /** Text of the page's inline script, which its policy names by hash. */
  inline: string;
  /** Token of the page view, for its reports. */
  view?: string;
  title: string;
  /** Addresses of the shell's script and styles, and of the files that the page needs next. */
  script: Asset;
  styles: readonly Asset[];
  preload: readonly Asset[];
  /** Trusted markup of the initial frame. */
  frame: string;
};

/** `crossorigin`, because Integrity-Policy accepts scripts only in that mode; a preload must use the same mode. */
const checked = (integrity: string | undefined): string =>
  integrity ? ` integrity="${escapeHtml(integrity)}" crossorigin` : '';

/** A preload serves a script only when both have the same hash. */
function preloadLink({ href, integrity }: Asset): string {
  const as = href.endsWith('.css') ? 'style' : 'script';
  return `<link rel="preload" as="${as}" href="${escapeHtml(href)}"${checked(integrity)}>`;
}

/**
 * Requests what the page reads first, unless the page itself was faster; the HTTP client uses the responses
 * (shared/core/src/http/prefetched-response.ts, PrefetchedReads). Placed after the initial HTML, which should not
 * wait for the requests.
 */
const readsScript = (reads: readonly string[], user: Boot['user']): string => {
  const options = user ? `,{headers:${scriptJson({ [VIEWER_HEADER]: user.id })}}` : '';
  return reads.length === 0
    ? ''
    : `;panelReads={};requestAnimationFrame(()=>setTimeout(()=>{for(let a of ${scriptJson(reads)})a in panelReads||(panelReads[a]=fetch(a${options}).catch(()=>0))}));`;
};

/**
 * The page's inline script: its policy of Trusted Types, its scheme, its first requests, and who reports a shell that
 * fails.
 * @param development origins of development servers
 */
export const inlineScript = (reads: readonly string[], user: Boot['user'], development: readonly string[]): string =>
  `${trustedTypesScript(development)}${SCHEME_SCRIPT}${readsScript(reads, user)}${BOOT_WATCH}`;

/** The one HTML answer: brand, data and the initial frame; the script takes over from there. */
export function htmlDocument({
  boot,
  language,
  inline,
  view,
  title,
  script,
  styles,
  preload,
  frame,
}: DocumentInput): string {
  const { nonce, partner } = boot;
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].dir}" data-language="${language}"${view ? ` data-view="${escapeHtml(view)}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${escapeHtml(partner.favicon)}">
<script nonce="${nonce}">${inline}</script>
<style nonce="${nonce}" id="${THEME_STYLE_ID}">${themeOf(partner.attributes)}</style>
${styles.map(({ href, integrity }) => `<link rel="stylesheet" href="${escapeHtml(href)}"${checked(integrity)}>`).join('\n')}
<script src="${escapeHtml(script.href)}"${checked(script.integrity)} defer></script>
${preload.map(preloadLink).join('\n')}
</head>
<body>
<div id="root">${frame}</div>
<script type="application/json" id="${BOOT_ELEMENT_ID}">${scriptJson(boot)}</script>
<noscript>The panel needs JavaScript. Turn it on for this page.</noscript>
</body>
</html>
`;
}
