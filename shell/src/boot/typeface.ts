/** Tells SCHEME_SCRIPT that this device has the typeface in its cache. */
const CACHED_KEY = 'panel.font';

/** Loads the typeface, which replaces the system's; later page views have it from the start. */
export function showTypeface(): void {
  document.documentElement.dataset['font'] = '';
  try {
    localStorage.setItem(CACHED_KEY, '1');
  } catch {
    // Storage is full or off: each page view loads it afterwards.
  }
}
