import { loadWords, pageLocale, readBoot, type Catalog } from '@panel/core';
import { trust, trustPage } from './integrity.ts';
import { within } from './tracked.ts';

/** The page is there, without controls that work, until then. */
const WORDS_MS = 4000;

/** Texts of the shell and of what it shares; English has no catalogue. */
const CATALOGS: Readonly<Record<string, () => Promise<{ default: Catalog }>>> = {
  de: () => import('../words/de.ts'),
  tr: () => import('../words/tr.ts'),
  ar: () => import('../words/ar.ts'),
};

/**
 * Loads the shell's texts in the language of the page, and those of the partner (`readBoot`), which English has, too.
 * Without them the panel is English. Never rejects.
 */
export async function loadOwnWords(): Promise<void> {
  const locale = pageLocale();
  const catalog = CATALOGS[locale];
  try {
    const { shell } = readBoot();
    if (!catalog) return;
    // Only what the signed manifest lists may run.
    if (shell) trust(shell);
    trustPage();
    loadWords(locale, (await within(catalog(), WORDS_MS, () => new Error('It took too long.'))).default);
  } catch (error) {
    console.warn('The texts of the panel did not load; it is shown in English.', error);
  }
}
