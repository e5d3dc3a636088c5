import { createHash } from 'node:crypto';
import { themeCss, type BrandColors } from '@panel/brand/colors';
import { LRUCache } from 'lru-cache';

const STYLE = `*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:1rem/1.6 system-ui,sans-serif;color:var(--p-text);background:var(--p-page)}
a{color:var(--p-link);text-underline-offset:.2em}a:hover{color:var(--p-link-hover)}
:focus-visible{outline:2px solid var(--p-focus);outline-offset:2px}
.skip{position:absolute;inset-inline-start:-99rem}.skip:focus{position:static}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.5rem;background:var(--p-header-bg);color:var(--p-header-text);border-block-end:1px solid var(--p-header-border)}
header a{color:inherit}header img{display:block;max-height:2rem;max-width:12rem}
header nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-inline-start:auto}
main{max-width:64rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.3rem;line-height:1.3;margin:2rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .25rem}
.soft{color:var(--p-text-soft);margin:.25rem 0}
.card{background:var(--p-surface);border:1px solid var(--p-line);border-radius:.75rem;padding:1rem 1.25rem;margin:1rem 0}
.card h2{margin-block-start:0}
code,pre{font:.875rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--p-sunken);border:1px solid var(--p-line);border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0;overflow:auto}
pre code{overflow-wrap:normal}
.method{display:inline-block;min-width:4.2em;font-weight:600}
.tag{display:inline-block;padding:0 .5rem;border-radius:1rem;background:var(--p-tint);color:var(--p-tint-text)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-block-end:1px solid var(--p-line)}
th{font-weight:600;color:var(--p-text-soft)}
summary{cursor:pointer;padding:.25rem 0;font-weight:600}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:1rem 0}
label{display:grid;flex:1 1 16rem;font-weight:600}
input{font:inherit;padding:.45rem .75rem;border:1px solid var(--p-line-strong);border-radius:.5rem;color:inherit;background:var(--p-surface)}
button{font:inherit;font-weight:600;padding:.5rem 1.1rem;border-radius:.5rem;border:1px solid var(--p-button-border);background:var(--p-button-bg);color:var(--p-button-text);cursor:pointer}
button:hover{background:var(--p-button-hover)}
ul.calls{list-style:none;margin:.25rem 0;padding:0}
ul.calls li{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:0 1rem;padding:.4rem 0;border-block-end:1px solid var(--p-line)}
@media (width<44rem){ul.calls li{grid-template-columns:minmax(0,1fr)}main{padding:1rem}}
`;

/** Brands in use, and drafts. */
const MOST_KEPT = 500;
const known = new LRUCache<string, { css: string; version: string }>({ max: MOST_KEPT });

/** The stylesheet of the documentation in a partner's colors; its version changes with them. */
export function docsStyle(colors: BrandColors): { css: string; version: string } {
  const theme = themeCss(colors);
  const kept = known.get(theme);
  if (kept) return kept;
  const css = `${theme}\n${STYLE}`;
  const made = { css, version: createHash('sha256').update(css).digest('base64url').slice(0, 16) };
  known.set(theme, made);
  return made;
}
