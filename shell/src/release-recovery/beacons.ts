import { api, nonceAtom, panelStore } from '@panel/core';
import { seen } from '../boot/active-releases.ts';

const EVERY_MS = 10_000;
const MOST_AT_ONCE = 50;

/** Of this page view: what the server made up for its answer, which the answer's own script names as well (server/src/platform/web/boot-watch.ts). */
const viewOf = (): string => panelStore.get(nonceAtom).replace(/\W/g, '-');

/** Tells the server what this tab saw. Nobody hears of it when that fails: it is no business of the user's. */
export function tell(): void {
  const events = seen
    .splice(0, MOST_AT_ONCE)
    .map((event) => (event.ms === undefined ? event : { ...event, ms: Math.round(event.ms) }));
  if (events.length > 0)
    api.platform
      .beacons({ view: viewOf(), events }, { context: { failure: 'caller', keepalive: true } })
      .catch(() => undefined);
}

/** Failures at once, loads together; what is left when the page is hidden, because it may never come back. */
export function openBeacons(): void {
  setInterval(tell, EVERY_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && tell());
  window.addEventListener('pagehide', tell);
  tell();
}
