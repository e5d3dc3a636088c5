import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../lib/html.ts';
import type { EdgePartner } from './edge-types.ts';

type Page = { status: number; title: string; text: string; refreshSeconds?: number; headers?: Record<string, string> };

/** The edge's own pages, each with what the visitor can do. */
export const PAGES = {
  starting: {
    status: 503,
    title: 'This site is waking up',
    text: 'It was asleep and is starting now. This page reloads automatically.',
    refreshSeconds: 2,
    headers: { 'retry-after': '2' },
  },
  notReady: {
    status: 503,
    title: 'This site is not ready yet',
    text: 'It is being set up. This page reloads automatically.',
    refreshSeconds: 5,
    headers: { 'retry-after': '5' },
  },
  failed: {
    status: 503,
    title: 'This site could not be set up',
    text: 'If it is yours, open the control panel to try again or to delete it.',
    headers: { 'retry-after': '300' },
  },
  deleting: { status: 410, title: 'This site is being deleted', text: 'Its pages are no longer here.' },
  badGateway: {
    status: 502,
    title: 'This site does not answer',
    text: 'It had a problem with this page. Please try again in a minute.',
  },
  timeout: { status: 504, title: 'This site takes too long to answer', text: 'Please try again in a minute.' },
  busy: {
    status: 503,
    title: 'This site is busy',
    text: 'It is serving as many visitors as it can. Please try again in a moment.',
    headers: { 'retry-after': '5' },
  },
  slowUpload: {
    status: 408,
    title: 'This upload stopped',
    text: 'Nothing arrived for a while. Check your connection and try again.',
    headers: { connection: 'close' },
  },
  tooLarge: {
    status: 413,
    title: 'This upload is too large',
    text: 'Please send a smaller file.',
    headers: { connection: 'close' },
  },
  password: {
    status: 401,
    title: 'This site asks for a password',
    text: 'Reload the page and enter the user name and password you were given.',
  },
  held: {
    status: 429,
    title: 'Too many wrong passwords',
    text: 'Please wait a minute, then try again.',
    headers: { 'retry-after': '60' },
  },
} satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;

/** Sends a self-contained page with the partner's name and colours. */
export function sendPage(
  res: ServerResponse,
  name: PageName,
  partner: EdgePartner,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent) return void res.destroy();
  const page: Page = PAGES[name];
  for (const header of res.getHeaderNames()) res.removeHeader(header);
  const body = render(page, partner);
  res.writeHead(page.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-robots-tag': 'noindex',
    ...page.headers,
    ...headers,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

/** For hosts and requests that match no site or panel; no brand is known then. */
export function sendPlain(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  res.end(res.req.method === 'HEAD' ? undefined : text);
}

function render(page: Page, partner: EdgePartner): string {
  const color = (value: string | undefined, otherwise: string) =>
    /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value ?? '') ? value : otherwise;
  const primary = color(partner.colors.primary, '#1f2937');
  // The browser itself reloads, so it works without scripts.
  const refresh =
    page.refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${page.refreshSeconds}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}<title>${page.title}</title>
<style>
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;font:1rem/1.6 system-ui,sans-serif;color:#1f2937;background:#fff}
header{padding:1rem 1.5rem;font-weight:600;background:${primary};color:${color(partner.colors.onPrimary, '#ffffff')}}
main{max-width:36rem;margin:14vh auto 0;padding:0 1.5rem}
h1{font-size:1.6rem;line-height:1.3;margin:0 0 .75rem}
@media (prefers-color-scheme:dark){body{color:#e5e7eb;background:#111827}}
</style>
</head>
<body>
<header>${escapeHtml(partner.companyName)}</header>
<main role="status"><h1>${page.title}</h1><p>${page.text}</p></main>
</body>
</html>
`;
}
