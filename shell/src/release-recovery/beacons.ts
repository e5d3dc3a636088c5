import { api } from '@panel/core';
import { seen } from '../boot/active-releases.ts';
import { viewToken } from './registry.ts';

const EVERY_MS = 10_000;
const MOST_AT_ONCE = 50;

/** Reports what this tab observed. A failure to report is silent: it does not concern the user. */
export function tell(): void {
  const events = seen
    .splice(0, MOST_AT_ONCE)
    .map((event) => (event.ms === undefined ? event : { ...event, ms: Math.round(event.ms) }));
  if (events.length > 0)
    api.platform.beacons({ token: viewToken(), events }, { context: { keepalive: true } }).catch(() => undefined);
}

/** Sends failures immediately, loads together, and the rest when the page is hidden, because it may never return. */
export function openBeacons(): void {
  setInterval(tell, EVERY_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && tell());
  window.addEventListener('pagehide', tell);
  tell();
}
