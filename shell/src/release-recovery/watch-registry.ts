import { follow } from './registry.ts';

const EVERY_MS = 20_000;

/**
 * Checks whether something changed for this tab: every 20 s while it is visible, and immediately when it is visible
 * or online again.
 */
export function watchRegistry(): void {
  let asking = false;
  let again = false;
  const look = (): void => {
    if (document.visibilityState !== 'visible') return;
    // The answer under way may be older than what this is about.
    again = asking;
    if (asking) return;
    asking = true;
    // An unreachable server leaves everything unchanged.
    follow()
      .catch(() => undefined)
      .finally(() => {
        asking = false;
        if (again) look();
      });
  };
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
}
