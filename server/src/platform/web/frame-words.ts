import ar from '@panel/frame/words/ar.json' with { type: 'json' };
import de from '@panel/frame/words/de.json' with { type: 'json' };
import tr from '@panel/frame/words/tr.json' with { type: 'json' };
import { sayFrom, type Say } from '@panel/frame';
import type { Language } from '@panel/contract/languages';
import { ownMessage, ownTextsOf } from '@panel/contract/own-texts';
import { sayMessage } from '@panel/contract/say-message';
import type { Partner } from '@panel/contract';

const SAY: Readonly<Record<Language, Say>> = { en: sayFrom({}), de: sayFrom(de), tr: sayFrom(tr), ar: sayFrom(ar) };

/** Whether a partner says anything in this language in its own words. */
export const hasOwnTexts = ({ languages }: Pick<Partner, 'languages'>, language: Language): boolean =>
  Object.keys(ownTextsOf(languages, language)).length > 0;

/** A title or label in the partner's own words; null where it has none. */
export function ownLabels(partner: Pick<Partner, 'languages'>, language: Language): (text: string) => string | null {
  const own = ownTextsOf(partner.languages, language);
  return (text) => {
    const message = ownMessage(own, text);
    return message && sayMessage(message, {}, language);
  };
}

/** Texts of the initial frame; the browser's have the same catalogue. A partner's own texts come before it. */
export function frameWords(language: Language, partner: Pick<Partner, 'languages'>): Say {
  const say = SAY[language];
  if (!hasOwnTexts(partner, language)) return say;
  const own = ownTextsOf(partner.languages, language);
  return (text, values) => {
    const message = ownMessage(own, text);
    return message ? sayMessage(message, values ?? {}, language) : say(text, values);
  };
}
