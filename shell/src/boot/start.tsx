import { lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { applyBoot, readBoot, setNavigator, setPreloader, setSlotHost } from '@panel/core';
import { createBrowserRouter } from '@panel/core/router';
import { App } from '../app.tsx';
import { Frame } from '../layouts/frame.tsx';
import { keepInitialSites } from '../menus/initial-sites.ts';
import { manifestsOf } from '../menus/manifests.ts';
import { keepInitialAnnouncement } from '../menus/use-announcement.ts';
import { preloadRoute, setShellBase } from './preload-route.ts';
import { fileListOf, trust, trustPage } from './integrity.ts';
import { recoveryPart } from './recovery-part.ts';
import { createRoutes } from './routes.tsx';
import { showTypeface } from './typeface.ts';

/** How long the initial HTML stays at most while the page loads. */
const FIRST_PAGE_MS = 200;

const whenIdle = (then: () => void): unknown =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(then, { timeout: 4000 }) : setTimeout(then, 1000);

/** Whether the first page may have this slot. Help opens at a click, and only the dashboard has its cards. */
const mayShowFirst = (slot: string): boolean =>
  slot === 'dashboard.cards' ? ['/', '/dashboard'].includes(window.location.pathname) : slot !== 'help.panel';

/** Takes over the initial HTML: its data, its remotes, and its root element. */
export function start(): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page came without its root element.');
  const boot = readBoot();
  applyBoot(boot);
  keepInitialSites(boot);
  keepInitialAnnouncement(boot);
  for (const release of [...(boot.shell ? [boot.shell] : []), ...boot.registry.remotes]) trust(release);
  trustPage();
  if (boot.shell) setShellBase(boot.shell.base);
  setPreloader(preloadRoute);
  // The HTML does not link parts of slots: their lists load before the page with the slots renders.
  for (const { manifest, base } of boot.registry.remotes)
    if (manifest.slots.some(({ slot }) => mayShowFirst(slot)))
      for (const folder of [base, boot.shell?.base ?? '']) fileListOf(folder).catch(() => undefined);
  // Without this code a slot is empty, and the page is otherwise complete.
  setSlotHost(lazy(() => import('./slot-host.tsx').catch(() => ({ default: () => null }))));
  // Code and data of the first page are requested before React renders.
  const first = preloadRoute(window.location.pathname + window.location.search, { inHtml: true });
  const router = createBrowserRouter(createRoutes(manifestsOf(boot.registry), Frame));
  setNavigator((to) => void router.navigate(to));
  const draw = () => createRoot(container).render(<App router={router} nonce={boot.nonce} />);
  // Renders once if code and data arrive soon: a skeleton rendered by React stays for 300 ms.
  if (container.firstChild)
    void Promise.race([first, new Promise((resolve) => setTimeout(resolve, FIRST_PAGE_MS))]).then(draw);
  else draw();
  // For the initial HTML's own script, which reports a shell that does not get this far
  // (server/src/platform/web/boot-watch.ts).
  container.dataset['runs'] = '1';
  void first.then(() => whenIdle(showTypeface));
  if (boot.user?.acting) void import('../acting/open-acting.tsx').then(({ openActing }) => openActing());
  // Code that keeps an open tab up to date waits until the page has rendered.
  whenIdle(
    () =>
      void recoveryPart().then(
        ({ openTab }) => openTab(router),
        () => undefined,
      ),
  );
}
