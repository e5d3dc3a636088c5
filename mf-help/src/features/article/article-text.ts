import { ENGLISH, isInEnglish, type ArticleLanguage, type ArticleText } from './article-language.ts';

const texts = new WeakMap<ArticleLanguage, Map<string, Promise<ArticleText>>>();

/** The text of an article that comes with the panel, from a file of its own: in this language, or in English. */
export function articleText(slug: string, language: ArticleLanguage): Promise<ArticleText> {
  const from = isInEnglish(language, slug) ? ENGLISH : language;
  const known = texts.get(from) ?? new Map<string, Promise<ArticleText>>();
  texts.set(from, known);
  const text = known.get(slug) ?? from.text(slug);
  known.set(slug, text);
  // The next attempt loads it again.
  text.catch(() => known.delete(slug));
  return text;
}
