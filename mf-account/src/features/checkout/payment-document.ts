import { matchPath } from '@panel/core/router';
import { CARD_PATHS } from '@panel/resources/payment';

/**
 * Whether the page must be loaded again before a card can be entered: its document came here from another page of the panel, and may not run
 * the provider's script. One that was opened at this very address is not loaded again: it would be the same.
 */
export function needsOwnDocument(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  if (!opened) return false;
  const { pathname } = new URL(opened.name, window.location.href);
  // As the router and the server match them.
  return pathname !== window.location.pathname && !CARD_PATHS.some((path) => matchPath(path, pathname));
}
