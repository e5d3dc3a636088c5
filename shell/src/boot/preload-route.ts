import { findRoute, panelStore, registryAtom } from '@panel/core';
import { manifestsOf } from '../menus/manifests.ts';
import { checkIntegrity, fileListOf } from './integrity.ts';
import { loadPage } from './load-page.ts';
import type { Remote } from './remote.ts';

const asked = new Set<string>();
/** Remote, release and page whose files are already linked. */
const linked = new Set<string>();

let shellBase = '';
/** Base path of the shell's lazy parts, which pages of remotes need as well. */
export const setShellBase = (base: string): void => void (shellBase = base);

function addLink(href: string): void {
  if (asked.has(href)) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  checkIntegrity(link);
  document.head.append(link);
}

/** Addresses of what a page of a remote needs besides the entry. */
async function filesOf({ base, files, preload, pages }: Remote, page: string): Promise<string[]> {
  if (!files) return [...preload, ...(pages[page] ?? [])];
  const [own, shell] = await Promise.all([fileListOf(base), fileListOf(shellBase)]);
  const needs = own?.pages[page];
  const shared = needs?.shared.flatMap((name) => shell?.shared[name] ?? []) ?? [];
  return [
    ...[...(own?.preload ?? []), ...(needs?.files ?? [])].map((file) => base + file),
    ...shared.map((file) => shellBase + file),
  ];
}

/** Links all files of a page, once. `inHtml`: the server has already linked them, for the first page of a view. */
async function linkFiles(remote: Remote, page: string, inHtml: boolean): Promise<void> {
  const key = `${remote.base} ${page}`;
  if (linked.has(key)) return;
  linked.add(key);
  if (inHtml) return;
  addLink(remote.entry);
  for (const file of await filesOf(remote, page)) addLink(file);
}

/**
 * Loads all files of a path's page in parallel, runs its code, and starts its queries. Called on hover and focus of a
 * link; repeated calls cost nothing. Resolves when everything has loaded or failed; never rejects, because the first
 * page renders afterwards (start.tsx). `inHtml`: the HTML already contains the links.
 */
export async function preloadRoute(path: string, { inHtml = false } = {}): Promise<void> {
  const url = new URL(window.location.origin + path);
  const registry = panelStore.get(registryAtom);
  const match = findRoute(manifestsOf(registry), url.pathname);
  if (!match) return;
  const remote = registry.remotes.find((candidate) => candidate.manifest.id === match.remoteId);
  if (remote?.refused) return;
  const { page } = match.route;
  // If the list cannot be loaded, the page requests it again and shows the error.
  if (remote) await linkFiles(remote, page, inHtml).catch(() => linked.delete(`${remote.base} ${page}`));
  await loadPage(match.remoteId, page)
    .then((loaded) => loaded.prefetch?.({ params: match.params, search: url.searchParams }))
    // The page reports the failure when someone opens it.
    .catch(() => undefined);
}
