import type { Said, SaidValue, Sentence } from '@panel/contract';
import { compile, type Tokens } from '@panel/contract/message';
import { languageOf, SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { ownMessage, ownTextsOf } from '@panel/contract/own-texts';
import contractAr from '@panel/contract/words/ar.json' with { type: 'json' };
import contractDe from '@panel/contract/words/de.json' with { type: 'json' };
import contractTr from '@panel/contract/words/tr.json' with { type: 'json' };
import { sayMessage, type WordValues } from '@panel/contract/say-message';
import ar from '../words/ar.json' with { type: 'json' };
import de from '../words/de.json' with { type: 'json' };
import tr from '../words/tr.json' with { type: 'json' };
import type { PartnerRow } from './call-context.ts';

type Catalog = Readonly<Record<string, string>>;

/** Texts of the server alone, and those that it shares with the browser. */
const CATALOGS: Readonly<Record<Language, Catalog>> = {
  en: {},
  de: { ...contractDe, ...de },
  tr: { ...contractTr, ...tr },
  ar: { ...contractAr, ...ar },
};

/** A text in one language, as `t` of @panel/core. Its English text is its id (ADR 0099). */
type Translate = (text: string, values?: WordValues) => string;

/** What a text of the server needs to be in its reader's language. */
export type Words = {
  language: Language;
  t: Translate;
  /** A stored text (said.ts). */
  say(text: Said): string;
  /** A day (UTC), e.g. `November 21, 2026`. */
  day(at: Date): string;
  /** A day and a time, with the zone, which is UTC: nobody knows where an email is read. */
  time(at: Date): string;
};

/** Messages are few, and each is compiled once. */
const compiled = new Map<string, Tokens>();

function tokensOf(message: string): Tokens {
  const known = compiled.get(message);
  if (known) return known;
  const tokens = compile(message);
  compiled.set(message, tokens);
  return tokens;
}

/** The words of a language; a partner's own texts come before the catalogue. */
export function wordsOf(language: Language, partner?: Pick<PartnerRow, 'languages'>): Words {
  const own = ownTextsOf(partner?.languages, language);
  const catalog = CATALOGS[language];
  const messageOf = (text: string): Tokens =>
    ownMessage(own, text) ?? tokensOf(Object.hasOwn(catalog, text) ? (catalog[text] ?? text) : text);
  const t: Translate = (text, values = {}) => sayMessage(messageOf(text), values, language);
  const day = (at: Date) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  // A failure of something outside is no message: braces in it mean nothing.
  const inner = ({ template, values }: Sentence): string =>
    Object.keys(values).length > 0 || Object.hasOwn(catalog, template) ? t(template, values) : template;
  const plain = (value: SaidValue): string | number =>
    Array.isArray(value) ? value.map(inner).join(' ') : typeof value === 'object' ? day(new Date(value.date)) : value;
  return {
    language,
    t,
    say: ({ template, values }) =>
      t(template, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))),
    day,
    time: (at) =>
      new Intl.DateTimeFormat(language, {
        ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
        timeZone: 'UTC',
        timeZoneName: 'short',
      }).format(at),
  };
}

/** The language in which somebody is written to: their own choice, then the partner's, then English. */
export const readerLanguage = (
  chosen: string | null | undefined,
  { attributes }: Pick<PartnerRow, 'attributes'>,
): Language => languageOf(chosen) ?? languageOf(attributes.LANGUAGE) ?? SOURCE_LANGUAGE;
