import { SIDE_STORAGE_KEY } from '@panel/frame';

/** Below this width a tablet has no room for both; a phone does not show the menu at all. */
const NARROW = '(max-width: 959.98px)';

/** Whether the left menu shows only icons. The user's choice; by default, a tablet collapses it. */
export function isFolded(): boolean {
  const chosen = document.documentElement.dataset.side;
  if (chosen) return chosen === 'rail';
  return typeof matchMedia === 'function' && matchMedia(NARROW).matches;
}

/** Stores the choice; the initial HTML's script applies it to the root before the first paint. */
export function chooseFold(folded: boolean): void {
  const value = folded ? 'rail' : 'open';
  document.documentElement.dataset.side = value;
  try {
    localStorage.setItem(SIDE_STORAGE_KEY, value);
  } catch {
    // Storage may be full or forbidden: the choice then lasts as long as the page.
  }
}
