import { SIDE_STORAGE_KEY } from '@panel/frame';

/** Below this width a tablet has no room for both; a phone does not show the menu at all. */
const NARROW = '(max-width: 959.98px)';

/** Is the left menu shown as pictures alone? The person's choice; without one, a tablet folds it. */
export function isFolded(): boolean {
  const chosen = document.documentElement.dataset.side;
  if (chosen) return chosen === 'rail';
  return typeof matchMedia === 'function' && matchMedia(NARROW).matches;
}

/** Keeps the choice; the initial HTML's script puts it on the root before anything is painted. */
export function chooseFold(folded: boolean): void {
  const value = folded ? 'rail' : 'open';
  document.documentElement.dataset.side = value;
  try {
    localStorage.setItem(SIDE_STORAGE_KEY, value);
  } catch {
    // Storage may be full or forbidden: the choice then lives as long as the page.
  }
}
