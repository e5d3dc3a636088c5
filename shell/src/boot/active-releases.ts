import { atom } from 'jotai';
import { panelStore, registryAtom, type RouteDeclaration } from '@panel/core';
import type { PlatformError } from '@panel/contract/platform-errors';
import { remoteOf, type Remote } from './remote.ts';

/** Remote → the release of it that this tab shows. */
export const activeReleasesAtom = atom<Readonly<Record<string, Remote>>>({});

/** Counts how often somebody asked for the new version of what is open. */
export const swapsAtom = atom(0);

/** A release on a page: what it is, and which of its pages. */
export type Chosen = { remote: Remote | undefined; route: RouteDeclaration };

/**
 * The release with which a page is opened: the newest that the registry names, with its own word on the page; but the
 * one that is in use while there is input that is not saved.
 */
export function choose(remoteId: string, route: RouteDeclaration, dirty: boolean): Chosen {
  const newest = remoteOf(remoteId);
  const remote = (dirty && newest && panelStore.get(activeReleasesAtom)[remoteId]) || newest;
  return { remote, route: remote?.manifest.routes.find(({ path }) => path === route.path) ?? route };
}

/** `package@version` that this tab could not run, as long as there is another. */
export const avoided = new Set<string>();

/** This tab's observations of releases, until they are reported. */
export type Seen = {
  package: string;
  version: string;
  kind: 'load' | 'error';
  ms?: number;
  reason?: PlatformError;
  detail?: string;
};
export const seen: Seen[] = [];

/** The shell's own release has loaded once for each page view: when the first page stood, since the visitor set out for it. */
let isShellSeen = false;
function markShell(): void {
  if (isShellSeen) return;
  isShellSeen = true;
  const version = panelStore.get(registryAtom).shell;
  if (version) seen.push({ package: 'shell', version, kind: 'load', ms: performance.now() });
}

/** A page came up, of the release that it was opened with or of the one that took its place. `ms` since it was asked for. */
export function markShown(remoteId: string, asked: Remote | undefined, ms: number): void {
  markShell();
  const remote = asked && avoided.has(`${remoteId}@${asked.version}`) ? remoteOf(remoteId) : asked;
  if (!remote) return;
  if (panelStore.get(activeReleasesAtom)[remoteId] !== remote)
    panelStore.set(activeReleasesAtom, (before) => ({ ...before, [remoteId]: remote }));
  if (remote.version !== 'local') seen.push({ package: remoteId, version: remote.version, kind: 'load', ms });
}
