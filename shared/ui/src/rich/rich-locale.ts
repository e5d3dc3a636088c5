import { useEffect, useState } from 'react';
import dayjs from 'dayjs';
import type { Locale } from 'antd/es/locale';
import { pageLocale } from '@panel/core';

/** Words of antd, and names of months and days; English is built in. */
const LOCALES: Readonly<Record<string, () => Promise<Locale>>> = {
  de: () => Promise.all([import('antd/locale/de_DE'), import('dayjs/locale/de')]).then(([{ default: words }]) => words),
  tr: () => Promise.all([import('antd/locale/tr_TR'), import('dayjs/locale/tr')]).then(([{ default: words }]) => words),
  ar: () => Promise.all([import('antd/locale/ar_EG'), import('dayjs/locale/ar')]).then(([{ default: words }]) => words),
};

const loaded = new Map<string, Locale>();

/** The direction of the page's text. */
export const directionOf = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/** The words of the page's language; undefined, which is English, until they are there. */
export function useRichLocale(): Locale | undefined {
  const language = pageLocale();
  const [words, setWords] = useState(() => loaded.get(language));
  useEffect(() => {
    if (words) return undefined;
    let isOpen = true;
    const keep = (found: Locale) => {
      dayjs.locale(language);
      loaded.set(language, found);
      if (isOpen) setWords(found);
    };
    LOCALES[language]?.().then(keep, () => undefined);
    return () => {
      isOpen = false;
    };
  }, [language, words]);
  return words;
}
