import { createRoot } from 'react-dom/client';
import { applyBoot, readBoot, setNavigator, setPreloader } from '@panel/core';
import { createBrowserRouter } from '@panel/core/router';
import { App } from '../app.tsx';
import { Frame } from '../layouts/frame.tsx';
import { manifestsOf } from '../menus/manifests.ts';
import { loadAhead } from './ahead.ts';
import { installRemotes } from './remote-source.ts';
import { createRoutes } from './routes.tsx';

/** Takes over the first answer: its data, its remotes, and the place where its first picture stands. */
export function start(): void {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page came without its root element.');
  const boot = readBoot();
  applyBoot(boot);
  installRemotes(boot.registry.remotes);
  setPreloader(loadAhead);
  // Code and data of the first page are asked for before React has done anything.
  loadAhead(window.location.pathname + window.location.search);
  const router = createBrowserRouter(createRoutes(manifestsOf(boot.registry), Frame));
  setNavigator((to) => void router.navigate(to));
  createRoot(container).render(<App router={router} nonce={boot.nonce} />);
}
