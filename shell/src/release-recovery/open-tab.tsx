import { createRoot } from 'react-dom/client';
import { followSignOut, inAudience, panelStore, registryAtom, userAtom } from '@panel/core';
import { openBeacons } from './beacons.ts';
import { followFavicon } from './favicon.ts';
import type { Router } from '../boot/recovery-part.ts';
import { openRoutes } from './router.ts';
import { reportUncaught } from './uncaught.ts';
import { VersionBar } from './version-bar.tsx';
import { watchRegistry } from './watch-registry.ts';

/** For developers: an active override, or an address that requests one. */
function openOverridePart(router: Router): void {
  // The query with which the page was opened: the panel may have navigated since.
  const { search } = new URL(performance.getEntriesByType('navigation')[0]?.name ?? window.location.href);
  if (!panelStore.get(registryAtom).override && !search.includes('override=')) return;
  import('../override/open-override.tsx').then(
    ({ openOverride }) => openOverride(router, search),
    () => undefined,
  );
}

/** For staff: what the developer tools of Module Federation read. A customer's page has nothing of it. */
function openFederationTools(): void {
  let isOpen = false;
  const look = (): void => {
    if (isOpen || !inAudience('staff', panelStore.get(userAtom))) return;
    isOpen = true;
    import('../federation-tools/federation-tools.ts').then(
      ({ showFederation }) => showFederation(),
      () => undefined,
    );
  };
  look();
  panelStore.sub(userAtom, look);
}

/** Makes the open tab follow the registry, announce newer versions, and report its observations. */
export function openTab(router: Router): void {
  openRoutes(router);
  watchRegistry();
  followSignOut();
  openBeacons();
  reportUncaught();
  followFavicon();
  const place = document.createElement('div');
  place.className = 'f-over';
  document.body.append(place);
  openOverridePart(router);
  openFederationTools();
  createRoot(place).render(<VersionBar router={router} reload={() => window.location.reload()} />);
}
