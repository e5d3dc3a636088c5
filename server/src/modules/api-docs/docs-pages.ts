import { escapeHtml } from '../../lib/html.ts';
import type { ApiCall } from './api-calls.ts';
import { callList, callSection, DOCS_PATH, docsPage, titleOfGroup, type DocsBrand } from './docs-html.ts';

/** Longer searches are cut. */
const QUERY_MAX = 100;

/** Calls with all words of a search, in any order. */
export function matching(calls: readonly ApiCall[], query: string): ApiCall[] {
  const words = query.slice(0, QUERY_MAX).toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ name, summary, method, path, scope }) => {
    const text = `${name} ${summary} ${method} ${path} ${scope}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const byGroup = (calls: readonly ApiCall[]): [string, ApiCall[]][] => [
  ...Map.groupBy(calls, ({ group }) => group).entries(),
];

/** All calls with a search, which needs no script. */
export function indexPage(calls: readonly ApiCall[], query: string, brand: DocsBrand): string {
  const shown = matching(calls, query);
  const found = query
    ? `<p role="status">${shown.length === 1 ? '1 call matches' : `${shown.length} calls match`}. <a href="${DOCS_PATH}">Show all</a></p>`
    : '';
  const groups = byGroup(shown)
    .map(
      ([group, all]) =>
        `<section><h2><a href="${DOCS_PATH}/calls/${group}">${titleOfGroup(group)}</a></h2>${callList(all)}</section>`,
    )
    .join('');
  return docsPage(
    'API',
    `<h1>API</h1><p class="soft">Everything that your own programs can do with an <a href="/my-account/api-tokens">API token</a>: ${calls.length} calls. <a href="${DOCS_PATH}/guide">How to call</a></p>
<form role="search" action="${DOCS_PATH}"><label>Search calls <input type="search" name="q" maxlength="${QUERY_MAX}" value="${escapeHtml(query.slice(0, QUERY_MAX))}"></label><button>Search</button></form>${found}${groups}`,
    brand,
  );
}

/** The calls of one group in full; null when there is none. */
export function groupPage(calls: readonly ApiCall[], group: string, brand: DocsBrand): string | null {
  const own = calls.filter((call) => call.group === group);
  if (own.length === 0) return null;
  const title = titleOfGroup(group);
  return docsPage(
    title,
    `<p><a href="${DOCS_PATH}">All calls</a></p><h1>${title}</h1>${callList(own)}${own.map((call) => callSection(call, brand.help)).join('')}`,
    brand,
  );
}
