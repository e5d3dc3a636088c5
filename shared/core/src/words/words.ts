import { setupI18n } from '@lingui/core';
import type { Partner } from '@panel/contract';
import { compile, type Tokens } from '@panel/contract/message';
import { pageLocale } from './format.ts';
import { transOf } from './trans.tsx';
import type { Translate } from './translate.ts';

/** A language's catalogue: English texts → translations, in ICU MessageFormat as well. */
export type Catalog = Readonly<Record<string, string>>;

/** The partner's own texts, by language (ADR 0132), for the shell and every remote, and how often they were replaced. */
let own: Readonly<Record<string, Catalog | undefined>> = {};
let round = 0;

/** From now on these texts come before every catalogue. Those that constants of a module hold stay. */
export function takeOwnTexts({ languages }: Pick<Partner, 'languages'>): void {
  own = languages[0] ?? {};
  round++;
}

const ownText = (locale: string, text: string): unknown => {
  const texts = own[locale];
  return texts && Object.hasOwn(texts, text) ? texts[text] : undefined;
};

/** A broken text of a partner is not used: the panel says its own. */
function ownTokens(locale: string, text: string): Tokens | null {
  const said = ownText(locale, text);
  try {
    return typeof said === 'string' ? compile(said) : null;
  } catch {
    return null;
  }
}

/**
 * The texts of the shell or of one release of a remote. A text's id is the English text itself (`msgid` of a PO file),
 * in ICU MessageFormat, so that English needs no catalogue and a text without a translation is English.
 */
export function createWords() {
  let i18n = setupI18n();
  const catalogs: Record<string, Catalog> = {};
  let seen = round;

  /**
   * A text in the language of the page.
   * @example t('{count, plural, one {# site} other {# sites}}', { count })
   */
  const say: Translate = (text, values) => {
    const locale = pageLocale();
    if (seen !== round) i18n = setupI18n();
    seen = round;
    if (i18n.locale !== locale) {
      i18n.load(locale, {});
      i18n.activate(locale);
    }
    if (i18n.messages[text] === undefined)
      i18n.load(locale, { [text]: ownTokens(locale, text) ?? compile(catalogs[locale]?.[text] ?? text) });
    return i18n._(text, values);
  };

  /** A text that is data, of the contract or of the server: in the language of the page if its catalogue has it. */
  const translated: Translate = (text, values) =>
    Object.hasOwn(catalogs[pageLocale()] ?? {}, text) || ownText(pageLocale(), text) !== undefined
      ? say(text, values)
      : text;

  /** Adds the translations of a language. Texts that constants of a module hold need them before that module is loaded. */
  const loadWords = (locale: string, messages: Catalog): void => {
    catalogs[locale] = { ...catalogs[locale], ...messages };
    // Forgets what was shown in English until now.
    i18n = setupI18n();
  };

  return { t: say, translated, Trans: transOf(say), loadWords };
}

export const { t, translated, Trans, loadWords } = createWords();
