import type { ArticleLanguage, ArticleTexts } from '../article-language-types.ts';
import titles from '../generated/ar/titles.generated.json';

/** Arabic: what its readers load of the articles that come with the panel. */
export const language: ArticleLanguage = {
  titles,
  texts: (part) => import(`../generated/ar/text/${part}.generated.json`) as Promise<{ default: ArticleTexts }>,
  index: () => import('../generated/ar/search.generated.json'),
};
