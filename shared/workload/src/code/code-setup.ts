import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colors are variables of the page, so that the editor follows its scheme. */
const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--p-link)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--p-success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--p-warning)' },
  { tag: [tags.comment, tags.meta], color: 'var(--p-text-muted)' },
  { tag: [tags.tagName, tags.typeName, tags.className], color: 'var(--p-danger)' },
  { tag: [tags.heading, tags.strong], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], textDecoration: 'underline' },
  { tag: tags.invalid, color: 'var(--p-danger)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--p-text)', backgroundColor: 'var(--p-surface)', fontSize: 'var(--p-s)' },
  '.cm-scroller': { fontFamily: 'var(--p-mono, ui-monospace, monospace)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--p-text)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--p-text)' },
  '.cm-gutters': {
    color: 'var(--p-text-muted)',
    backgroundColor: 'var(--p-sunken)',
    borderInlineEnd: '1px solid var(--p-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--p-hover)' },
  '&.cm-focused': { outline: '2px solid var(--p-focus)', outlineOffset: '-2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--p-tint)',
  },
  '.cm-panels': { color: 'var(--p-text)', backgroundColor: 'var(--p-sunken)' },
  '.cm-searchMatch': { backgroundColor: 'var(--p-warning-bg)' },
  '.cm-insertedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--p-success-bg)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--p-danger-bg)' },
});

/** What every editor has. @param nonce of the page, without which the browser refuses its styles */
export const codeSetup = (nonce: string): Extension => [
  ...[theme, syntaxHighlighting(colors), EditorView.cspNonce.of(nonce)],
];

type Load = () => Promise<LanguageSupport>;
const script =
  (options: { jsx?: boolean; typescript?: boolean } = {}): Load =>
  async () =>
    (await import('@codemirror/lang-javascript')).javascript(options);
const html: Load = async () => (await import('@codemirror/lang-html')).html();
const css: Load = async () => (await import('@codemirror/lang-css')).css();
const json: Load = async () => (await import('@codemirror/lang-json')).json();
const php: Load = async () => (await import('@codemirror/lang-php')).php();
const yaml: Load = async () => (await import('@codemirror/lang-yaml')).yaml();
const sql: Load = async () => (await import('@codemirror/lang-sql')).sql();
/** Settings in lines: `.ini`, `.env`, `.htaccess`. */
const settings: Load = async () =>
  new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/properties')).properties));
const shell: Load = async () =>
  new LanguageSupport(StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell));
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown();

const LANGUAGES: Readonly<Record<string, Load>> = {
  ...{ js: script({ jsx: true }), mjs: script(), cjs: script(), jsx: script({ jsx: true }) },
  ...{ ts: script({ typescript: true }), mts: script({ typescript: true }), cts: script({ typescript: true }) },
  ...{ tsx: script({ jsx: true, typescript: true }) },
  ...{ html, htm: html, svg: html, xml: html, vue: html, svelte: html, astro: html },
  ...{ css, scss: css, json, map: json, webmanifest: json, md: markdown, mdx: markdown },
  ...{ php, phtml: php, inc: php, yaml, yml: yaml, sql, sh: shell, bash: shell },
  ...{ ini: settings, htaccess: settings, env: settings, conf: settings, cnf: settings, properties: settings },
};

/** Loads the language of a file by the end of its name; null for plain text, and where it did not load. */
export async function languageOf(name: string): Promise<LanguageSupport | null> {
  const load = LANGUAGES[name.split('.').at(-1)?.toLowerCase() ?? ''];
  return load ? load().catch(() => null) : null;
}
