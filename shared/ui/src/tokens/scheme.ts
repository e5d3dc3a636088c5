import { pageStorage } from '@panel/core';
import { SCHEME_STORAGE_KEY, THEME_STYLE_ID, themeCss, type BrandColors, type Scheme } from '@panel/brand/colors';

export type { Scheme };
export type SchemeChoice = 'system' | Scheme;

const DARK = '(prefers-color-scheme: dark)';

/** The user's choice on this device; `system` by default. */
export function readChoice(): SchemeChoice {
  const stored = pageStorage.getItem(SCHEME_STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The scheme that a choice currently means. */
export function resolveScheme(choice: SchemeChoice): Scheme {
  if (choice !== 'system') return choice;
  return typeof matchMedia === 'function' && matchMedia(DARK).matches ? 'dark' : 'light';
}

function mark(choice: SchemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = choice;
}

/** Stores the choice and repaints; no reload, no flash. Without storage, it lasts as long as the page. */
export function storeChoice(choice: SchemeChoice): void {
  pageStorage.setItem(SCHEME_STORAGE_KEY, choice);
  mark(choice);
}

/** Calls back when the system changes between light and dark; returns the unsubscribe function. */
export function watchSystem(changed: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => undefined;
  const query = matchMedia(DARK);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/**
 * Paints a partner's colours and the chosen scheme. If the server has already written the same style into the initial
 * HTML, nothing changes.
 */
export function applyTheme(colors: BrandColors, nonce: string, choice: SchemeChoice = readChoice()): void {
  mark(choice);
  const css = themeCss(colors);
  const present = document.getElementById(THEME_STYLE_ID);
  if (present?.textContent === css) return;
  const style = present ?? document.createElement('style');
  style.id = THEME_STYLE_ID;
  if (nonce) style.setAttribute('nonce', nonce);
  style.textContent = css;
  if (!present) document.head.append(style);
}
