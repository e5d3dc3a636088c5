import { createRoot } from 'react-dom/client';
import { panelStore, registryAtom } from '@panel/core';
import { openBeacons } from './beacons.ts';
import { followFavicon } from './favicon.ts';
import { follow } from './registry.ts';
import type { Router } from '../boot/recovery-part.ts';
import { openRoutes } from './router.ts';
import { VersionBar } from './version-bar.tsx';

const EVERY_MS = 20_000;

/** Asks whether something changed for this tab: every 20 s while it is seen, and at once when it is seen or online again. */
function openWatch(): void {
  let asking = false;
  const look = (): void => {
    if (asking || document.visibilityState !== 'visible') return;
    asking = true;
    // A server that cannot be reached leaves everything as it is.
    follow()
      .catch(() => undefined)
      .finally(() => {
        asking = false;
      });
  };
  setInterval(look, EVERY_MS);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
}

/** For developers: a remote that comes from their own server, or an address that asks for one. */
function openOverridePart(router: Router): void {
  // As the page was opened: the panel may have gone on to another address since.
  const { search } = new URL(performance.getEntriesByType('navigation')[0]?.name ?? window.location.href);
  if (!panelStore.get(registryAtom).override && !search.includes('override=')) return;
  import('../override/open-override.tsx').then(
    ({ openOverride }) => openOverride(router, search),
    () => undefined,
  );
}

/** Makes the open tab follow the registry, announce newer versions, and report what it saw. */
export function openTab(router: Router): void {
  openRoutes(router);
  openWatch();
  openBeacons();
  followFavicon();
  const place = document.createElement('div');
  place.className = 'f-over';
  document.body.append(place);
  openOverridePart(router);
  createRoot(place).render(<VersionBar router={router} reload={() => window.location.reload()} />);
}
