import { findRoute, nonceAtom, panelStore, registryAtom } from '@panel/core';
import { manifestsOf } from '../menus/manifests.ts';
import { checkIntegrity } from './integrity.ts';
import { loadPage } from './load-page.ts';

const asked = new Set<string>();

function addLink(href: string): void {
  if (asked.has(href)) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  checkIntegrity(link);
  // The policy takes preloads of scripts by nonce only.
  link.nonce = panelStore.get(nonceAtom);
  document.head.append(link);
}

/**
 * Fetches what the page behind a path needs, all files at once rather than one after the other, runs its code, and
 * starts its queries. Called on hover and focus of a link; asking twice costs nothing. Resolves when all of it is there,
 * or cannot be had; never rejects, because the first page is drawn after it (start.tsx).
 */
export async function preloadRoute(path: string): Promise<void> {
  const url = new URL(window.location.origin + path);
  const registry = panelStore.get(registryAtom);
  const match = findRoute(manifestsOf(registry), url.pathname);
  if (!match) return;
  const remote = registry.remotes.find((candidate) => candidate.manifest.id === match.remoteId);
  if (remote?.refused) return;
  for (const file of remote ? [remote.entry, ...remote.preload, ...(remote.pages[match.route.page] ?? [])] : [])
    addLink(file);
  await loadPage(match.remoteId, match.route.page)
    .then((page) => page.prefetch?.({ params: match.params, search: url.searchParams }))
    // Whatever fails is told by the page, once somebody opens it.
    .catch(() => undefined);
}
