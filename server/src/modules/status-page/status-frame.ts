import { escapeHtml } from '../../lib/html.ts';
import type { StatusBrand } from './status-model.ts';

/** Its own styles, images and forms, and nothing else. */
export const STATUS_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The links of emails contain a token.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

const STYLE = `:root{--ok:var(--p-success);--warn:var(--p-warning);--bad:var(--p-danger);--plan:var(--p-info);--soft:var(--p-text-soft);--line:var(--p-line)}
*{box-sizing:border-box}body{margin:0;font:1rem/1.6 system-ui,sans-serif;color:var(--p-text);background:var(--p-page)}a{color:var(--p-link)}:focus-visible{outline:2px solid var(--p-focus);outline-offset:2px}
header{padding:.75rem 1.5rem;font-weight:600;background:var(--p-header-bg);color:var(--p-header-text);border-block-end:1px solid var(--p-header-border)}header img{display:block;max-height:2rem;max-width:12rem}header a{color:inherit;text-decoration:none}
main{max-width:48rem;margin:2rem auto;padding:0 1.5rem}h1{font-size:1.6rem;line-height:1.3}h2{font-size:1.2rem;margin-top:2.5rem}h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
ul,ol{list-style:none;margin:0;padding:0}.soft{color:var(--soft);font-size:.875rem;margin:.25rem 0}.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
.row{display:flex;gap:1rem;justify-content:space-between;align-items:baseline}.mark{font-weight:600;white-space:nowrap}
.overall{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;padding:1rem;border:1px solid;border-radius:.5rem;background:var(--p-surface)}.overall span{color:var(--soft)}
.note{padding:.75rem 1rem;border:1px solid var(--warn);border-radius:.5rem}
.operational{color:var(--ok)}.degraded{color:var(--warn)}.outage{color:var(--bad)}.maintenance{color:var(--plan)}.unknown,.none{color:var(--soft)}
.parts>li,article{padding:1rem 0;border-top:1px solid var(--line)}.updates>li{margin-top:.75rem;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
.days{display:flex;gap:1px;height:2rem;margin:.5rem 0}.days li{flex:1;border-radius:1px;background:currentColor}.days .operational{color:var(--p-success-dot)}.days .degraded{color:var(--p-warning-dot)}.days .outage{color:var(--p-danger-dot)}.days .none{color:var(--p-line-strong);opacity:.4}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}label{display:block}input{font:inherit;padding:.5rem;min-width:16rem;max-width:100%;color:inherit;background:var(--p-surface);border:1px solid var(--p-line-strong);border-radius:.375rem}
button{font:inherit;padding:.5rem 1rem;border:1px solid var(--p-button-border);border-radius:.375rem;background:var(--p-button-bg);color:var(--p-button-text);cursor:pointer}button:hover{background:var(--p-button-hover)}`;

/** A page with the partner's name, logo and colors. `title` is plain text, `body` HTML. */
export function pageHtml(model: StatusBrand, title: string, body: string): string {
  const company = escapeHtml(model.company);
  const brand = model.logo ? `<img src="${escapeHtml(model.logo)}" alt="${company}">` : company;
  const icon = model.favicon ? `<link rel="icon" href="${escapeHtml(model.favicon)}">\n` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${icon}<style>${model.theme}
${STYLE}</style>
</head>
<body>
<header><a href="/">${brand}</a></header>
<main><h1 dir="auto">${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
