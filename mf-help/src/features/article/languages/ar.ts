import type { ArticleLanguage, ArticleText } from '../article-language.ts';
import titles from '../generated/ar/titles.generated.json';

/** Arabic: what its readers load of the articles that come with the panel. */
export const language: ArticleLanguage = {
  titles,
  text: (slug) => import(`../generated/ar/text/${slug}.generated.json`) as Promise<ArticleText>,
  index: () => import('../generated/ar/search.generated.json'),
};
