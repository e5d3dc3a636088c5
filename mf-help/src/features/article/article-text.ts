import type { ArticleLanguage, ArticleTexts } from './article-language-types.ts';
import { ENGLISH, isInEnglish, type ArticleText } from './article-language.ts';
import { PANEL_ARTICLES } from './help-articles.ts';

const loaded = new WeakMap<ArticleLanguage, Map<string, Promise<ArticleTexts>>>();

/** A file of texts, once. */
function textsOf(language: ArticleLanguage, part: string): Promise<ArticleTexts> {
  const known = loaded.get(language) ?? new Map<string, Promise<ArticleTexts>>();
  loaded.set(language, known);
  const texts = known.get(part) ?? language.texts(part).then((file) => file.default);
  known.set(part, texts);
  // The next attempt loads it again.
  texts.catch(() => known.delete(part));
  return texts;
}

/** The text of an article that comes with the panel, in this language or in English, from the file of its heading. */
export async function articleText(slug: string, language: ArticleLanguage): Promise<ArticleText> {
  const part = PANEL_ARTICLES.find((entry) => entry.slug === slug)?.part ?? '';
  const texts = await textsOf(isInEnglish(language, slug) ? ENGLISH : language, part);
  return { blocks: texts[slug] ?? [] };
}
