import { escapeHtml } from './html.ts';

/** Colours that are not `#rrggbb` or similar are ignored. */
type Brand = { name: string; primary?: string; onPrimary?: string };
type Message = {
  title: string;
  text: string;
  /** Without one, no header is shown. */
  brand?: Brand;
  refreshSeconds?: number;
};

/** The policy of such a page: it has styles and nothing else. */
export const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const color = (value: string | undefined, otherwise: string) =>
  /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value ?? '') ? value : otherwise;

/** A self-contained page with one message, in the partner's name and colours, for when the panel's own pages cannot be shown. */
export function messageHtml({ title, text, brand, refreshSeconds }: Message): string {
  // The browser itself reloads, so it works without scripts.
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`;
  const header = brand ? `<header>${escapeHtml(brand.name)}</header>\n` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}<title>${title}</title>
<style>
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;font:1rem/1.6 system-ui,sans-serif;color:#1f2937;background:#fff}
header{padding:1rem 1.5rem;font-weight:600;background:${color(brand?.primary, '#1f2937')};color:${color(brand?.onPrimary, '#ffffff')}}
main{max-width:36rem;margin:14vh auto 0;padding:0 1.5rem}
h1{font-size:1.6rem;line-height:1.3;margin:0 0 .75rem}
@media (prefers-color-scheme:dark){body{color:#e5e7eb;background:#111827}}
</style>
</head>
<body>
${header}<main role="status"><h1>${title}</h1><p>${text}</p></main>
</body>
</html>
`;
}
