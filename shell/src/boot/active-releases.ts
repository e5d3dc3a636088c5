import { atom } from 'jotai';
import { panelStore, registryAtom, type RouteDeclaration } from '@panel/core';
import type { PlatformError } from '@panel/contract/platform-errors';
import { remoteOf, type Remote } from './remote.ts';

/** Remote → its release in this tab. */
export const activeReleasesAtom = atom<Readonly<Record<string, Remote>>>({});

/** Counts how often the user asked for the new version of an open section. */
export const swapsAtom = atom(0);

/** A page's release, and the page's id. */
export type Chosen = { remote: Remote | undefined; route: RouteDeclaration };

/**
 * The release with which a page opens: the newest that the registry names and that has the page, or the current one
 * while there is unsaved input.
 */
export function choose(remoteId: string, route: RouteDeclaration, dirty: boolean): Chosen {
  const newest = remoteOf(remoteId);
  const remote = (dirty && newest && panelStore.get(activeReleasesAtom)[remoteId]) || newest;
  return { remote, route: remote?.manifest.routes.find(({ path }) => path === route.path) ?? route };
}

/** `package@version` releases that this tab could not run, as long as there is another. */
export const avoided = new Set<string>();

/** This tab's observations of releases, until they are reported. */
export type Seen = {
  package: string;
  version: string;
  kind: 'load' | 'error';
  ms?: number;
  reason?: PlatformError;
  detail?: string;
  stack?: string;
};
export const seen: Seen[] = [];

/** The shell's own release has loaded, once per page view: the time until the first page is displayed. */
let isShellSeen = false;
function markShell(): void {
  if (isShellSeen) return;
  isShellSeen = true;
  const version = panelStore.get(registryAtom).shell;
  if (version) seen.push({ package: 'shell', version, kind: 'load', ms: performance.now() });
}

/** A page was displayed, with its original release or a replacement. `ms` since it was requested. */
export function markShown(remoteId: string, asked: Remote | undefined, ms: number): void {
  markShell();
  const remote = asked && avoided.has(`${remoteId}@${asked.version}`) ? remoteOf(remoteId) : asked;
  if (!remote) return;
  if (panelStore.get(activeReleasesAtom)[remoteId] !== remote)
    panelStore.set(activeReleasesAtom, (before) => ({ ...before, [remoteId]: remote }));
  if (remote.version !== 'local') seen.push({ package: remoteId, version: remote.version, kind: 'load', ms });
}
