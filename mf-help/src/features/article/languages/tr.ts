import type { ArticleLanguage, ArticleTexts } from '../article-language-types.ts';
import titles from '../generated/tr/titles.generated.json';

/** Turkish: what its readers load of the articles that come with the panel. */
export const language: ArticleLanguage = {
  titles,
  texts: (part) => import(`../generated/tr/text/${part}.generated.json`) as Promise<{ default: ArticleTexts }>,
  index: () => import('../generated/tr/search.generated.json'),
};
