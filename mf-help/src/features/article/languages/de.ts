import type { ArticleLanguage, ArticleTexts } from '../article-language-types.ts';
import titles from '../generated/de/titles.generated.json';

/** German: what its readers load of the articles that come with the panel. */
export const language: ArticleLanguage = {
  titles,
  texts: (part) => import(`../generated/de/text/${part}.generated.json`) as Promise<{ default: ArticleTexts }>,
  index: () => import('../generated/de/search.generated.json'),
};
