import type { ArticleLanguage, ArticleText } from '../article-language.ts';
import titles from '../generated/tr/titles.generated.json';

/** Turkish: what its readers load of the articles that come with the panel. */
export const language: ArticleLanguage = {
  titles,
  text: (slug) => import(`../generated/tr/text/${slug}.generated.json`) as Promise<ArticleText>,
  index: () => import('../generated/tr/search.generated.json'),
};
