import slugs from './panel-articles.generated.json' with { type: 'json' };

/** Slugs of the articles that come with the panel (`npm run articles`). */
export const PANEL_ARTICLES: ReadonlySet<string> = new Set(slugs);
