import { api, nonceAtom, panelStore } from '@panel/core';
import { seen } from '../boot/active-releases.ts';

const EVERY_MS = 10_000;
const MOST_AT_ONCE = 50;

/**
 * Id of this page view: the server generated it with the page, and the page's own script uses it as well
 * (server/src/platform/web/boot-watch.ts).
 */
const viewOf = (): string => panelStore.get(nonceAtom).replace(/\W/g, '-');

/** Reports what this tab observed. A failure to report is silent: it does not concern the user. */
export function tell(): void {
  const events = seen
    .splice(0, MOST_AT_ONCE)
    .map((event) => (event.ms === undefined ? event : { ...event, ms: Math.round(event.ms) }));
  if (events.length > 0)
    api.platform
      .beacons({ view: viewOf(), events }, { context: { failure: 'caller', keepalive: true } })
      .catch(() => undefined);
}

/** Sends failures immediately, loads together, and the rest when the page is hidden, because it may never return. */
export function openBeacons(): void {
  setInterval(tell, EVERY_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && tell());
  window.addEventListener('pagehide', tell);
  tell();
}
