import type { ArticleLanguage, ArticleText } from '../article-language.ts';
import titles from '../generated/de/titles.generated.json';

/** German: what its readers load of the articles that come with the panel. */
export const language: ArticleLanguage = {
  titles,
  text: (slug) => import(`../generated/de/text/${slug}.generated.json`) as Promise<ArticleText>,
  index: () => import('../generated/de/search.generated.json'),
};
