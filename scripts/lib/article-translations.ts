/** Translations of the help articles: mf-help/articles/<language>/<slug>.md, with title, summary and body alone. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HelpBlock } from '@panel/contract';
import { compileArticle } from '../../server/src/uploads/readers/compile-article.ts';
import { TRANSLATED, type Language } from '../../shared/contract/src/languages.ts';
import { ARTICLES, readSource, runsIn, type Article, type Translation, type Translations } from './articles.ts';
import { catalogFile, readCatalog } from './word-catalogs.ts';
import { wordPackages } from './word-texts.ts';

export type ArticleState = 'current' | 'outdated' | 'missing';

/** `english`: the hash of the English text that it translates. */
const KEYS = ['title', 'summary', 'english'];

const fileOf = (language: Language, slug: string): string => path.join(ARTICLES, language, `${slug}.md`);

/** What the two texts must have alike, whatever the language. */
const shapeOf = ({ kind, depth, rows }: HelpBlock): string =>
  [kind, depth ?? 0, ...(rows ?? []).map((row) => row.length)].join(' ');
const fixedIn = (blocks: readonly HelpBlock[]): string[] => [
  ...runsIn(blocks).flatMap(({ text, style, href }) => [
    ...(style === 'code' ? [`\`${text}\``] : []),
    ...(href ? [`(${href})`] : []),
  ]),
  ...blocks.filter(({ kind }) => kind === 'code').map(({ runs = [] }) => runs.map(({ text }) => text).join('')),
];

/** What a translation of the same text has otherwise than the English article, or null. */
export function shapeProblem(english: readonly HelpBlock[], translated: readonly HelpBlock[]): string | null {
  const at = Array.from(english, (block, index) => translated[index] && shapeOf(block) === shapeOf(translated[index]));
  const wrong = at.findIndex((same) => !same);
  if (wrong >= 0 || english.length !== translated.length)
    return `has other blocks than the English text, from block ${(wrong < 0 ? english.length : wrong) + 1} on`;
  const [wanted, given] = [fixedIn(english).sort(), fixedIn(translated).sort()];
  const lost = wanted.filter((one, index) => one !== given[index]);
  return JSON.stringify(wanted) === JSON.stringify(given)
    ? null
    : `has other links or code than the English text: ${lost[0] ?? given[wanted.length]}`;
}

/** The blocks with the fragments of the English headings, so that a link to a part is the same in every language. */
const withIds = (english: readonly HelpBlock[], translated: readonly HelpBlock[]): HelpBlock[] =>
  translated.map((block, index) => (block.id ? { ...block, id: english[index]?.id ?? block.id } : block));

/** One translation, or its state where it is not shown. @throws Error that names the file and what is wrong */
export function readTranslation(article: Article, file: string, source: string): Translation | 'outdated' {
  const { meta, title, summary, body } = readSource(file, source, KEYS);
  if (meta['english'] !== article.hash) return 'outdated';
  const blocks = compileArticle(body);
  const problem = shapeProblem(article.blocks, blocks);
  if (problem) throw new Error(`mf-help/articles/${file}: ${problem}.`);
  return { title, summary, blocks: withIds(article.blocks, blocks) };
}

function read(language: Language, article: Article): Translation | 'outdated' | 'missing' {
  const { slug } = article.entry;
  const file = fileOf(language, slug);
  if (!existsSync(file)) return 'missing';
  return readTranslation(article, `${language}/${slug}.md`, readFileSync(file, 'utf8'));
}

/** All translations that are up to date, by language. */
export const readTranslations = (articles: readonly Article[]): Map<Language, Translations> =>
  new Map(
    TRANSLATED.map((language) => [
      language,
      new Map(
        articles.flatMap((article) => {
          const translation = read(language, article);
          return typeof translation === 'string' ? [] : [[article.entry.slug, translation] as const];
        }),
      ),
    ]),
  );

/** Articles that readers of a language see in English, with the reason. */
export const shownInEnglish = (language: Language, articles: readonly Article[]): Map<string, ArticleState> =>
  new Map(
    articles.flatMap((article) => {
      const state = read(language, article);
      return typeof state === 'string' ? [[article.entry.slug, state] as const] : [];
    }),
  );

/** Files of a language that translate no article. */
export const strayTranslations = (language: Language, articles: readonly Article[]): string[] => {
  const slugs = new Set(articles.map(({ entry }) => `${entry.slug}.md`));
  return readdirSync(path.join(ARTICLES, language)).filter((name) => !slugs.has(name));
};

/** Says of a translation that it is of the present English text, which its translator has read. */
export function stamp(language: Language, article: Article): void {
  const file = fileOf(language, article.entry.slug);
  const source = readFileSync(file, 'utf8').replace(/^english: .*\n/m, '');
  writeFileSync(
    file,
    source.replace(/\n---\n/, () => `\nenglish: ${article.hash}\n---\n`),
  );
}

/** English text → all its translations: packages may say one text differently. */
export function catalogTexts(language: Language): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const folder of wordPackages())
    for (const [text, translation] of Object.entries(readCatalog(catalogFile(folder, language))))
      texts.set(text, (texts.get(text) ?? new Set()).add(translation.replaceAll("''", "'")));
  return texts;
}

/** Names of buttons, menus and pages: what is bold, and the texts of links to pages. */
const namesIn = (blocks: readonly HelpBlock[]): string[] =>
  runsIn(blocks).flatMap(({ text, style, href }) =>
    style === 'strong' || (href?.startsWith('/') && !href.startsWith('/help/')) ? [text] : [],
  );

/** Names that the English text takes from the panel, and the translation does not have as the panel says them. */
export function nameProblems(english: Article, translated: Translation, texts: ReturnType<typeof catalogTexts>) {
  const given = new Set(namesIn(translated.blocks));
  return [...new Set(namesIn(english.blocks))].flatMap((name) => {
    const known = texts.get(name);
    if (!known || [...known].some((one) => given.has(one))) return [];
    return [`${english.entry.slug}: ${name} is ${[...known].join(' or ')}`];
  });
}
