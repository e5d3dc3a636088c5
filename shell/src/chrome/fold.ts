import { pageStorage } from '@panel/core';
import { SIDE_STORAGE_KEY } from '@panel/frame';

/** Below this width a tablet has no room for both; a phone does not show the menu at all. */
const NARROW = '(max-width: 959.98px)';

const narrow = () => (typeof matchMedia === 'function' ? matchMedia(NARROW) : null);

/** Whether the left menu shows only icons. The user's choice; by default, a tablet collapses it. */
export function isFolded(): boolean {
  const chosen = document.documentElement.dataset.side;
  if (chosen) return chosen === 'rail';
  return narrow()?.matches ?? false;
}

const changes = new EventTarget();

/** Calls back when the user collapses or expands the menu, and when the window becomes narrow or wide. */
export function followFold(changed: () => void): () => void {
  const sources = [changes, narrow()];
  for (const source of sources) source?.addEventListener('change', changed);
  return () => {
    for (const source of sources) source?.removeEventListener('change', changed);
  };
}

/** Stores the choice; the initial HTML's script applies it to the root before the first paint. */
export function chooseFold(folded: boolean): void {
  const value = folded ? 'rail' : 'open';
  document.documentElement.dataset.side = value;
  pageStorage.setItem(SIDE_STORAGE_KEY, value);
  changes.dispatchEvent(new Event('change'));
}
