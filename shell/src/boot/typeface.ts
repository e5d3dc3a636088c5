import { pageStorage } from '@panel/core';

/** For SCHEME_SCRIPT: this device has the typeface in its cache. */
const CACHED_KEY = 'panel.font';

/** Loads the typeface, which replaces the system's; later page views have it from the start. */
export function showTypeface(): void {
  document.documentElement.dataset['font'] = '';
  pageStorage.setItem(CACHED_KEY, '1');
}
