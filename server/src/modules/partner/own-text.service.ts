import type { FoundTexts, OwnTexts } from '@panel/contract';
import { SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { isDictionaryKey } from '@panel/contract/own-texts';
import type { CallContext } from '../../context/call-context.ts';
import { folded } from '@panel/contract/folded';
import { panelTexts } from './panel-texts.ts';
import { ownTextsIn, stateOf } from './partner-state.ts';
import { readLive } from './partner-version.service.ts';

const FOUND_MAX = 50;
/** Further words of a search are not looked at: each costs a pass over all texts. */
const WORDS_MAX = 10;

/** The partner's own texts of a language, in the order of what they replace. */
export async function ownTexts(context: CallContext, language: Language): Promise<OwnTexts> {
  const { row, ...saved } = await readLive(context, 'texts');
  const known = await panelTexts();
  const texts = Object.entries(ownTextsIn(stateOf(row, 'texts'), language)).map(([text, own]) => {
    const found = known.get(text);
    return {
      text,
      own,
      shown: found?.translations[language] ?? text,
      where: found?.where ?? [],
      used: found !== undefined || isDictionaryKey(text),
    };
  });
  return { ...saved, language, texts: texts.sort((one, other) => (one.text < other.text ? -1 : 1)) };
}

/** Texts of the panel that have all the words, in English or in the language; short ones first, as they are labels. */
export async function findTexts(language: Language, search: string): Promise<FoundTexts> {
  const words = folded(search).split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  if (words.length === 0) return { total: 0, texts: [] };
  const found = [];
  const isIn = (searched: string | undefined) =>
    searched !== undefined && words.every((word) => searched.includes(word));
  for (const [text, known] of await panelTexts())
    if (isIn(known.folded[SOURCE_LANGUAGE]) || isIn(known.folded[language]))
      found.push({ text, shown: known.translations[language] ?? text, where: [...known.where] });
  found.sort((one, other) => one.shown.length - other.shown.length || (one.text < other.text ? -1 : 1));
  return { total: found.length, texts: found.slice(0, FOUND_MAX) };
}
