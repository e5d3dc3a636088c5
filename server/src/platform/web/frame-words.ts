import ar from '@panel/frame/words/ar.json' with { type: 'json' };
import de from '@panel/frame/words/de.json' with { type: 'json' };
import tr from '@panel/frame/words/tr.json' with { type: 'json' };
import { sayFrom, type Say } from '@panel/frame';
import type { Language } from '@panel/contract/languages';

const SAY: Readonly<Record<Language, Say>> = { en: sayFrom({}), de: sayFrom(de), tr: sayFrom(tr), ar: sayFrom(ar) };

/** Texts of the initial frame; the browser's have the same catalogue. */
export const frameWords = (language: Language): Say => SAY[language];
