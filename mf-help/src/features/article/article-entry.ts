import type { HelpEntry } from '@panel/contract';

/** An article in lists; those that come with the panel also say which pages they belong to. */
export type ArticleEntry = Omit<HelpEntry, 'words' | 'audience'> & {
  /** Those for staff come with the panel. */
  audience: HelpEntry['audience'] | 'staff';
  /** Heading in its category; empty for those without one. */
  group: string;
  /** Patterns of the routes that it is about. */
  pages: readonly string[];
  related: readonly string[];
  order: number;
  /** The file with its text; empty for those of a partner. */
  part: string;
  /** `en` for an article without a translation, on a page in another language. */
  lang?: 'en';
};
