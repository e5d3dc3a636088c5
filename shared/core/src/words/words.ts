import { setupI18n, type Messages } from '@lingui/core';
import { compile } from './compile.ts';
import { pageLocale } from './format.ts';
import { transOf } from './trans.tsx';
import type { Translate } from './translate.ts';

/** A language's catalogue: English texts → compiled messages, as `lingui compile` writes them. */
export type Catalog = Messages;

/**
 * The texts of the shell or of one release of a remote. A text's id is the English text itself (`msgid` of a PO file),
 * in ICU MessageFormat, so that English needs no catalogue and a text without a translation is English.
 */
export function createWords() {
  const i18n = setupI18n();

  /**
   * A text in the language of the page.
   * @example t('{count, plural, one {# site} other {# sites}}', { count })
   */
  const t: Translate = (text, values) => {
    const locale = pageLocale();
    if (i18n.locale !== locale) {
      i18n.load(locale, {});
      i18n.activate(locale);
    }
    if (i18n.messages[text] === undefined) i18n.load(locale, { [text]: compile(text) });
    return i18n._(text, values);
  };

  /** Adds the translations of a language. Texts that constants of a module hold need them before that module is loaded. */
  const loadWords = (locale: string, messages: Catalog): void => i18n.load(locale, messages);

  return { t, Trans: transOf(t), loadWords };
}

export const { t, Trans, loadWords } = createWords();
