import { setupI18n } from '@lingui/core';
import { compile } from '@panel/contract/message';
import { pageLocale } from './format.ts';
import { transOf } from './trans.tsx';
import type { Translate } from './translate.ts';

/** A language's catalogue: English texts → translations, in ICU MessageFormat as well. */
export type Catalog = Readonly<Record<string, string>>;

/**
 * The texts of the shell or of one release of a remote. A text's id is the English text itself (`msgid` of a PO file),
 * in ICU MessageFormat, so that English needs no catalogue and a text without a translation is English.
 */
export function createWords() {
  let i18n = setupI18n();
  const catalogs: Record<string, Catalog> = {};

  /**
   * A text in the language of the page.
   * @example t('{count, plural, one {# site} other {# sites}}', { count })
   */
  const say: Translate = (text, values) => {
    const locale = pageLocale();
    if (i18n.locale !== locale) {
      i18n.load(locale, {});
      i18n.activate(locale);
    }
    if (i18n.messages[text] === undefined) i18n.load(locale, { [text]: compile(catalogs[locale]?.[text] ?? text) });
    return i18n._(text, values);
  };

  /** A text that is data, of the contract or of the server: in the language of the page if its catalogue has it. */
  const translated: Translate = (text, values) =>
    Object.hasOwn(catalogs[pageLocale()] ?? {}, text) ? say(text, values) : text;

  /** Adds the translations of a language. Texts that constants of a module hold need them before that module is loaded. */
  const loadWords = (locale: string, messages: Catalog): void => {
    catalogs[locale] = { ...catalogs[locale], ...messages };
    // Forgets what was shown in English until now.
    i18n = setupI18n();
  };

  return { t: say, translated, Trans: transOf(say), loadWords };
}

export const { t, translated, Trans, loadWords } = createWords();
