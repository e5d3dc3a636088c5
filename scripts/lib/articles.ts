/** The panel's help articles: Markdown with front matter in mf-help/articles, compiled for the browser. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HELP_CATEGORIES, type HelpBlock, type HelpRun } from '@panel/contract';
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from '../../mf-help/src/features/article/search-options.ts';
import type { ArticleEntry } from '../../mf-help/src/features/article/article-entry.ts';
import { compileArticle, wordsOf } from '../../server/src/uploads/readers/compile-article.ts';
import type { Language } from '../../shared/contract/src/languages.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
export const ARTICLES = path.join(ROOT, 'mf-help', 'articles');
export const GENERATED = 'mf-help/src/features/article/generated';

export type Article = {
  entry: ArticleEntry;
  errors: readonly string[];
  blocks: HelpBlock[];
  /** Of what is translated: a translation names the text that it is of. */
  hash: string;
};

export type Translation = { title: string; summary: string; blocks: HelpBlock[] };
/** Those of one language that are up to date, by slug. */
export type Translations = ReadonlyMap<string, Translation>;

const KEYS = ['title', 'summary', 'category', 'group', 'audience', 'pages', 'errors', 'related', 'order'] as const;
const AUDIENCE = { everybody: 'everybody', 'partner accounts': 'applications', staff: 'staff' } as const;

const fail = (file: string, text: string): never => {
  throw new Error(`mf-help/articles/${file}: ${text}`);
};

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

function oneOf<const T extends string>(file: string, key: string, text: string | undefined, of: readonly T[]): T {
  return of.find((one) => one === text) ?? fail(file, `${key} is ${text}, and must be one of: ${of.join(', ')}.`);
}

/** The front matter of a file, and what follows it. @throws Error that names the file and the wrong key */
export function readSource(file: string, source: string, keys: readonly string[]) {
  const [, head, body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? fail(file, 'has no front matter.');
  const meta: Partial<Record<string, string>> = {};
  for (const line of (head ?? '').split('\n')) {
    const [, key, value] = /^([a-z]+): (.+)$/.exec(line) ?? fail(file, `cannot be read: ${line}`);
    if (!keys.some((known) => known === key)) fail(file, `has an unknown key: ${key}`);
    meta[key ?? ''] = value?.trim();
  }
  const { title = fail(file, 'has no title.'), summary = fail(file, 'has no summary.') } = meta;
  return { meta, title, summary, body };
}

const hashOf = (...texts: string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12);

/** One article from its file. @throws Error that names the file and the wrong key */
export function readArticle(file: string, source: string): Article {
  const { meta, title, summary, body } = readSource(file, source, KEYS);
  const audience = oneOf(file, 'audience', meta['audience'], ['everybody', 'partner accounts', 'staff']);
  return {
    entry: {
      slug: file.replace(/\.md$/, ''),
      ...{ title, summary },
      category: oneOf(file, 'category', meta['category'], HELP_CATEGORIES),
      group: meta['group'] ?? '',
      audience: AUDIENCE[audience],
      pages: listOf(meta['pages']),
      related: listOf(meta['related']),
      order: Number(meta['order'] ?? 100),
      part: '',
    },
    errors: listOf(meta['errors']),
    blocks: compileArticle(body),
    hash: hashOf(title, summary, body.trim()),
  };
}

/** All articles, in the order of the help center. */
export const readArticles = (): Article[] =>
  readdirSync(ARTICLES)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readArticle(file, readFileSync(path.join(ARTICLES, file), 'utf8')))
    .sort((a, b) => a.entry.order - b.entry.order || (a.entry.slug < b.entry.slug ? -1 : 1));

/** The index of the search. Articles without a translation are in it as they are shown: in English. */
function indexOf(articles: readonly Article[], translations?: Translations): MiniSearch<{ id: string }> {
  const search = new MiniSearch<{ id: string }>(SEARCH_OPTIONS);
  search.addAll(
    articles.map(({ entry, errors, blocks: english }) => {
      const { title, summary, blocks } = translations?.get(entry.slug) ?? { ...entry, blocks: english };
      return { id: entry.slug, title, summary, words: wordsOf(blocks), errors: errors.join(' ') };
    }),
  );
  return search;
}

/** Articles of one heading that load together: a file for each of them would be named in the list of every release. */
const PART_MAX = 8;

/** The articles with the file that each text is in. */
function inParts(articles: readonly Article[]): Article[] {
  const counts = new Map<string, number>();
  return articles.map((article) => {
    const { category, group } = article.entry;
    const name = `${category} ${group}`.trim().toLowerCase().replaceAll(' ', '-');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return { ...article, entry: { ...article.entry, part: `${name}-${Math.floor(count / PART_MAX) + 1}` } };
  });
}

/** Texts by the file that they are in. */
function textsOf(folder: string, texts: readonly { entry: ArticleEntry; blocks: HelpBlock[] }[]): [string, unknown][] {
  const parts = Map.groupBy(texts, ({ entry }) => entry.part);
  return [...parts].map(([part, own]) => [
    `${folder}/${part}.generated.json`,
    Object.fromEntries(own.map(({ entry, blocks }) => [entry.slug, blocks])),
  ]);
}

/** What readers of one language load, and nobody else. */
function filesOf(language: Language, articles: readonly Article[], translations: Translations): [string, unknown][] {
  const folder = `${GENERATED}/${language}`;
  const titles = [...translations].map(([slug, { title, summary }]) => [slug, { title, summary }]);
  return [
    [`${folder}/titles.generated.json`, Object.fromEntries(titles)],
    [`${folder}/search.generated.json`, indexOf(articles, translations)],
    ...textsOf(
      `${folder}/text`,
      articles.flatMap(({ entry }) => {
        const translation = translations.get(entry.slug);
        return translation ? [{ entry, blocks: translation.blocks }] : [];
      }),
    ),
  ];
}

/** The files that the browser and the server use, by their path in the repository. */
export function compiledFiles(
  sources: readonly Article[],
  translated: ReadonlyMap<Language, Translations>,
): Map<string, string> {
  const articles = inParts(sources);
  const slugs = articles.map(({ entry }) => entry.slug).sort();
  const codes = Object.fromEntries(articles.flatMap(({ entry, errors }) => errors.map((code) => [code, entry.slug])));
  const files: [string, unknown][] = [
    [`${GENERATED}/articles.generated.json`, articles.map(({ entry }) => entry)],
    [`${GENERATED}/errors.generated.json`, codes],
    [`${GENERATED}/search.generated.json`, indexOf(articles)],
    ['server/src/modules/help/panel-articles.generated.json', slugs],
    ...textsOf(`${GENERATED}/text`, articles),
    ...[...translated].flatMap(([language, translations]) => filesOf(language, articles, translations)),
  ];
  return new Map(files.map(([file, content]) => [file, `${JSON.stringify(content)}\n`]));
}

/** All pieces of text of an article. */
export const runsIn = (blocks: readonly HelpBlock[]): HelpRun[] =>
  blocks.flatMap(({ runs = [], rows = [] }) => [...runs, ...rows.flat(2)]);

/** Every path of the panel that an article links to. */
export const linksOf = ({ blocks }: Pick<Article, 'blocks'>): string[] =>
  runsIn(blocks).flatMap(({ href }) => (href?.startsWith('/') ? [href.replace(/[?#].*$/, '')] : []));
