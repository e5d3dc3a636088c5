import { errorText, type ErrorCode } from '@panel/contract';
import { escapeHtml } from '../../lib/html.ts';
import type { ApiCall } from './api-calls.ts';
import { examplesOf, variableOf } from './examples.ts';
import { rowsOf, typeOf, type Row, type Schema } from './schema.ts';

export const DOCS_PATH = '/docs/api';

/** What a reader sees of the partner. `help`: whether articles can be opened. */
export type DocsBrand = { company: string; logo: string; favicon: string; style: string; help: boolean };

/** A page of the documentation. `body` is trusted markup. */
export const docsPage = (title: string, body: string, { company, logo, favicon, style }: DocsBrand): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} · ${company}`)}</title>
<link rel="icon" href="${escapeHtml(favicon)}">
<link rel="stylesheet" href="${DOCS_PATH}/style.css?v=${style}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a href="/">${logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(company)}">` : escapeHtml(company)}</a>
<nav aria-label="API documentation"><a href="${DOCS_PATH}">All calls</a><a href="${DOCS_PATH}/guide">How to call</a><a href="${DOCS_PATH}/versions">Versions</a><a href="/openapi.json">OpenAPI</a><a href="/my-account/api-tokens">API tokens</a></nav></header>
<main id="main">${body}</main>
</body>
</html>
`;

/** `siteTool` as words: Site tool. */
export function titleOfGroup(group: string): string {
  const words = group.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const known: Record<string, string> = { dns: 'DNS', cdn: 'CDN', ssl: 'Certificates', github: 'GitHub' };
  return known[words] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const anchorOf = (name: string): string => name.split('.')[1] ?? name;
export const addressOfCall = ({ group, name }: ApiCall): string => `${DOCS_PATH}/calls/${group}#${anchorOf(name)}`;

const tag = (text: string): string => `<span class="tag"><code>${escapeHtml(text)}</code></span>`;
const line = ({ method, path }: ApiCall): string =>
  `<code><span class="method">${method}</span> ${escapeHtml(path)}</code>`;

/** Calls as a list with links. */
export const callList = (calls: readonly ApiCall[]): string =>
  `<ul class="calls">${calls
    .map(
      (call) =>
        `<li><a href="${addressOfCall(call)}">${escapeHtml(call.summary)}</a><span>${line(call)} ${tag(call.scope)}</span></li>`,
    )
    .join('')}</ul>`;

const table = (caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<h3>${caption}</h3><div class="wide" tabindex="0" role="region" aria-label="${caption}"><table><thead><tr>${head
    .map((one) => `<th scope="col">${one}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;

const fieldCells = ({ name, type, required, limits }: Row, place?: string): string[] => [
  `<code>${escapeHtml(name)}</code>`,
  ...(place === undefined ? [] : [place]),
  `<code>${escapeHtml(type)}</code>`,
  [required ? 'required' : '', escapeHtml(limits)].filter(Boolean).join(', '),
];

function parameters({ parameters: all, body }: ApiCall): string {
  const given = all.map((one) => {
    const [row] = rowsOf({ properties: { [one.name]: one.schema } }).rows;
    const note = one.in === 'path' ? `path, in examples <code>$${variableOf(one.name)}</code>` : 'query';
    return row ? fieldCells({ ...row, required: one.required }, note) : [];
  });
  const inBody = body ? rowsOf(body.schema) : { rows: [], more: false };
  const rows = [...given, ...inBody.rows.map((row) => fieldCells(row, body?.upload ? 'form' : 'body'))];
  if (rows.length === 0) return '';
  return table('Parameters', ['Name', 'In', 'Type', 'Rules'], rows) + (inBody.more ? MORE : '');
}

const MORE = '<p class="soft">Further fields are in <a href="/openapi.json">openapi.json</a>.</p>';

function answer(schema: Schema | null): string {
  if (!schema) return '';
  const { rows, more } = rowsOf(schema);
  const [first] = rows;
  if (!first) return `<h3>Answer</h3><p><code>${escapeHtml(typeOf(schema))}</code></p>`;
  const cells = rows.map((row) => fieldCells({ ...row, required: false, limits: '' }).slice(0, 2));
  return `<details><summary>Answer</summary>${table('Fields of the answer', ['Name', 'Type'], cells)}${more ? MORE : ''}</details>`;
}

/** A code, with its article where there is one. */
export const errorCell = (code: ErrorCode, help: boolean): string =>
  help ? `<a href="/help/error/${code}"><code>${code}</code></a>` : `<code>${code}</code>`;

const errors = (call: ApiCall, help: boolean): string =>
  `<details><summary>Errors</summary>${table(
    'Errors of this call',
    ['Status', 'Code', 'Message'],
    call.errors.map(({ status, code }) => [
      String(status),
      errorCell(code, help),
      escapeHtml(errorText(code, {}).message),
    ]),
  )}</details>`;

function limits({ limit, heavy, body }: ApiCall): string {
  const all = [
    limit && `at most ${limit.tries} requests in ${limit.windowSeconds} seconds`,
    heavy && 'an expensive call: two at a time',
    body?.upload && 'a form with a file (<code>multipart/form-data</code>): two at a time',
  ].filter(Boolean);
  return all.length > 0 ? `<p class="soft">Limits: ${all.join('; ')}.</p>` : '';
}

const ends = ({ deprecated }: ApiCall): string =>
  deprecated
    ? `<p><strong>Deprecated</strong> since ${escapeHtml(deprecated.since)}, ends on ${escapeHtml(deprecated.sunset)}. Use ${escapeHtml(deprecated.instead)}. <a href="${DOCS_PATH}/versions">What that means</a></p>`
    : '';

const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;

function examples(call: ApiCall): string {
  const texts = examplesOf(call);
  return Object.entries(LANGUAGES)
    .map(([language, label]) => {
      const text = texts[language as keyof typeof LANGUAGES];
      const open = language === 'curl' ? ' open' : '';
      return `<details${open}><summary>${label}</summary><pre tabindex="0"><code data-example="${call.name}" data-language="${language}">${escapeHtml(text)}</code></pre></details>`;
    })
    .join('');
}

/** Everything about one call. */
export const callSection = (call: ApiCall, help: boolean): string =>
  `<section class="card" id="${anchorOf(call.name)}" aria-labelledby="${anchorOf(call.name)}-title"><h2 id="${anchorOf(call.name)}-title">${escapeHtml(call.summary)}</h2>
<p>${line(call)}</p><p class="soft">Scope ${tag(call.scope)}</p>${ends(call)}${limits(call)}${parameters(call)}${examples(call)}${answer(call.answer)}${errors(call, help)}</section>`;
