/**
 * Compiles the help articles of mf-help/articles: `npm run articles`. Their test fails while this has not run.
 * `-- --missing de` lists what readers of a language see in English, `-- --stamp de <slug>…` says that translations are
 * of the present English text.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TRANSLATED } from '../shared/contract/src/languages.ts';
import { readTranslations, shownInEnglish, stamp } from './lib/article-translations.ts';
import { compiledFiles, GENERATED, readArticles } from './lib/articles.ts';

const root = path.join(import.meta.dirname, '..');
const articles = readArticles();

function compile(): void {
  const files = compiledFiles(articles, readTranslations(articles));
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  for (const name of readdirSync(path.join(root, GENERATED), { recursive: true, encoding: 'utf8' })) {
    const file = `${GENERATED}/${name.replaceAll('\\', '/')}`;
    if (file.endsWith('.json') && !files.has(file)) rmSync(path.join(root, file));
  }
  const others = TRANSLATED.map((language) => {
    const count = shownInEnglish(language, articles).size;
    return `${language} ${articles.length - count}`;
  });
  console.log(`Compiled ${articles.length} articles; translations that are up to date: ${others.join(', ')}.`);
}

const [option, tag, ...slugs] = process.argv.slice(2);
const language = TRANSLATED.find((one) => one === tag);
if (option !== undefined && !language) throw new Error(`Name one of these languages: ${TRANSLATED.join(', ')}.`);
if (option === '--missing' && language)
  for (const [slug, state] of shownInEnglish(language, articles)) console.log(`${state} ${slug}`);
else if (option === '--stamp' && language) {
  const own = articles.filter(({ entry }) => slugs.includes(entry.slug));
  if (own.length === 0 || own.length < slugs.length)
    throw new Error('Name the articles whose translations you have read.');
  for (const article of own) stamp(language, article);
} else if (option === undefined) compile();
else throw new Error(`Unknown option: ${option}`);
