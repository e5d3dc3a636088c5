import { t } from '@panel/core';
import type { ArticleEntry } from './article-entry.ts';

export type Category = ArticleEntry['category'];

const TITLE: Readonly<Record<Category, string>> = {
  home: t('Home'),
  'application-hosting': t('Application hosting'),
  account: t('Account'),
};
export const CATEGORIES = Object.keys(TITLE) as Category[];
export const categoryTitle = (category: Category): string => TITLE[category];

/** Headings in a category, by what the articles say: `group` of their front matter. */
const GROUP_TITLES: Readonly<Record<string, string>> = {
  '': '',
  'Backups and copies': t('Backups and copies'),
  Billing: t('Billing'),
  'Domains and delivery': t('Domains and delivery'),
  'First steps': t('First steps'),
  Limits: t('Limits'),
  Problems: t('Problems'),
  'Sign in': t('Sign in'),
  Sites: t('Sites'),
  'Your account': t('Your account'),
};
export const groupTitle = (group: string): string => GROUP_TITLES[group] ?? group;

/** Articles of one heading; those of the partner come last. */
export function groupsOf(articles: readonly ArticleEntry[]): { group: string; articles: ArticleEntry[] }[] {
  const groups = new Map<string, ArticleEntry[]>();
  for (const entry of articles) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups].map(([group, own]) => ({ group, articles: own }));
}
