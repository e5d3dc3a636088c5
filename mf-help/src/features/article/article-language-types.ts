import type { HelpBlock } from '@panel/contract';

/** A file of texts, by slug. */
export type ArticleTexts = Readonly<Record<string, readonly HelpBlock[] | undefined>>;

/** The panel's articles in one language. Those without a title in it are shown in English. */
export type ArticleLanguage = {
  titles: Readonly<Record<string, { title: string; summary: string } | undefined>>;
  texts: (part: string) => Promise<{ default: ArticleTexts }>;
  /** The index of the search. */
  index: () => Promise<{ default: object }>;
};
