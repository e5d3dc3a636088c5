import { use } from 'react';
import { pageLocale } from '@panel/core';
import type { HelpBlock } from '@panel/contract';
import { languageOf, type Language } from '@panel/contract/languages';
import type { ArticleLanguage, ArticleTexts } from './article-language-types.ts';

export type ArticleText = { blocks: readonly HelpBlock[] };

export const ENGLISH: ArticleLanguage = {
  titles: {},
  texts: (part) => import(`./generated/text/${part}.generated.json`) as Promise<{ default: ArticleTexts }>,
  index: () => import('./generated/search.generated.json'),
};

const OTHERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ language: ArticleLanguage }>>> = {
  de: () => import('./languages/de.ts'),
  tr: () => import('./languages/tr.ts'),
  ar: () => import('./languages/ar.ts'),
};

const loading = new Map<Language, Promise<ArticleLanguage>>();

/** The articles in the language of the page. Where they cannot be loaded, the help is English until the next attempt. */
export function articleLanguage(): ArticleLanguage | Promise<ArticleLanguage> {
  const tag = languageOf(pageLocale());
  if (!tag || tag === 'en') return ENGLISH;
  const known = loading.get(tag);
  if (known) return known;
  const language = OTHERS[tag]().then(
    (module) => module.language,
    () => {
      loading.delete(tag);
      return ENGLISH;
    },
  );
  loading.set(tag, language);
  return language;
}

/** The articles in the language of the page; suspends until they are there, and never for English. */
export function useArticleLanguage(): ArticleLanguage {
  const language = articleLanguage();
  return language instanceof Promise ? use(language) : language;
}

/** Whether an article of the panel is shown in English on a page that is not. */
export const isInEnglish = ({ titles }: ArticleLanguage, slug: string): boolean =>
  titles !== ENGLISH.titles && !Object.hasOwn(titles, slug);
