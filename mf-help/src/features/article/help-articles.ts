import { useQuery } from '@tanstack/react-query';
import { anySectionOn, sectionOn } from '@panel/contract/sections';
import {
  inAudience,
  matchPattern,
  useRegistry,
  usePartner,
  useViewer,
  type Declared,
  type Partner,
  type User,
} from '@panel/core';
import type { HelpEntry } from '@panel/contract';
import { helpCenterQuery } from '@panel/resources/help';
import type { ArticleEntry } from './article-entry.ts';
import type { ArticleLanguage } from './article-language-types.ts';
import { isInEnglish, useArticleLanguage } from './article-language.ts';
import own from './generated/articles.generated.json';

/** The articles that come with the panel. */
export const PANEL_ARTICLES = own as readonly ArticleEntry[];

const ofPartner = ({ words: _words, ...entry }: HelpEntry, order: number): ArticleEntry => ({
  ...entry,
  group: '',
  pages: [],
  related: [],
  order,
  part: '',
});

/** Whether readers here have what the article is about: its audience, and a section of one of its pages. */
function isFor(
  { audience, pages }: ArticleEntry,
  { partner, viewer, manifests }: { partner: Partner; viewer: User | null; manifests: readonly Declared[] },
): boolean {
  if (audience === 'staff' && !inAudience('staff', viewer)) return false;
  if (audience === 'applications' && !sectionOn(partner, 'applications')) return false;
  const routes = manifests.flatMap((manifest) => manifest.routes).filter((route) => pages.includes(route.path));
  return routes.length === 0 || routes.some(({ section }) => !section || anySectionOn(partner, section));
}

/** An article of the panel in this language, or in English. */
function inLanguage(entry: ArticleEntry, language: ArticleLanguage): ArticleEntry {
  if (isInEnglish(language, entry.slug)) return { ...entry, lang: 'en' };
  return { ...entry, ...language.titles[entry.slug] };
}

/** The articles of the panel with those of the partner, which replace the ones with the same slug. */
export function mergeArticles(partners: readonly HelpEntry[], language: ArticleLanguage): ArticleEntry[] {
  const replaced = new Map(partners.map((entry) => [entry.slug, entry]));
  const kept = PANEL_ARTICLES.map((entry) => {
    const other = replaced.get(entry.slug);
    replaced.delete(entry.slug);
    if (!other) return inLanguage(entry, language);
    const { title, summary, category, audience } = other;
    return { ...entry, title, summary, category, audience };
  });
  return [...kept, ...[...replaced.values()].map(ofPartner)];
}

/** The articles of this partner's readers. Without an answer of the server they are those of the panel. */
export function useHelpArticles() {
  const partner = usePartner();
  const viewer = useViewer();
  const manifests = useRegistry().remotes.map(({ manifest }) => manifest);
  const language = useArticleLanguage();
  const { data } = useQuery(helpCenterQuery);
  const partners = data?.articles ?? [];
  const articles = mergeArticles(partners, language).filter((entry) => isFor(entry, { partner, viewer, manifests }));
  const bySlug = new Map(articles.map((entry) => [entry.slug, entry]));
  const known = (slugs: readonly string[]) => slugs.flatMap((slug) => bySlug.get(slug) ?? []);
  return { articles, bySlug, known, partners, mostRead: known(data?.most_read ?? []) };
}

/** The articles about an address of the panel. */
export const articlesAbout = (articles: readonly ArticleEntry[], path: string): ArticleEntry[] =>
  articles.filter(({ pages }) => pages.some((page) => matchPattern(page, path) !== null));
