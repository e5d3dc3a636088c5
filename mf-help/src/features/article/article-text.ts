import type { HelpBlock } from '@panel/contract';

export type ArticleText = { blocks: readonly HelpBlock[] };

const texts = new Map<string, Promise<ArticleText>>();

/** The text of an article that comes with the panel, from a file of its own. */
export function articleText(slug: string): Promise<ArticleText> {
  const known = texts.get(slug);
  if (known) return known;
  const text = import(`./generated/text/${slug}.generated.json`) as Promise<ArticleText>;
  texts.set(slug, text);
  // The next attempt loads it again.
  text.catch(() => texts.delete(slug));
  return text;
}
