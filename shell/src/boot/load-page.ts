import { api, panelStore, registryAtom, type PageModule, type Registry, type RemotePages } from '@panel/core';
import { pages as shellPages } from '../pages.ts';
import { PageLoadError } from './load-errors.ts';
import { installRemotes, loadRemoteModule } from './remote-source.ts';
import { isLoaded, track, within } from './tracked.ts';

/** The runtime's own limit does not fire; after this long the user gets a word and a Retry. */
export const LOAD_LIMIT_MS = 8000;
export const SHELL_ID = 'shell';

const loaded = new Map<string, Promise<PageModule>>();

const remoteOf = (registry: Registry, id: string) => registry.remotes.find((remote) => remote.manifest.id === id);
const keyOf = (remoteId: string, page: string): string => `${remoteId} ${page}`;

async function pagesOf(remoteId: string): Promise<RemotePages> {
  if (remoteId === SHELL_ID) return shellPages;
  const remote = remoteOf(panelStore.get(registryAtom), remoteId);
  if (!remote) throw new PageLoadError('unknown-remote', remoteId);
  try {
    return (await loadRemoteModule(remote)).pages;
  } catch (cause) {
    throw new PageLoadError('entry', remoteId, cause);
  }
}

async function load(remoteId: string, page: string): Promise<PageModule> {
  const importPage = (await pagesOf(remoteId))[page];
  if (!importPage) throw new PageLoadError('unknown-page', remoteId);
  try {
    return await importPage();
  } catch (cause) {
    throw new PageLoadError('page', remoteId, cause);
  }
}

/** A page's code: the same promise for everybody until it is forgotten. Rejects with PageLoadError. */
export function loadPage(remoteId: string, page: string): Promise<PageModule> {
  const key = keyOf(remoteId, page);
  const known = loaded.get(key);
  if (known) return known;
  const loading = load(remoteId, page);
  const promise = track(within(loading, LOAD_LIMIT_MS, () => new PageLoadError('timeout', remoteId)));
  loaded.set(key, promise);
  // Code that comes after the limit is good code: the next Retry finds it at once.
  void loading.then(
    () => loaded.set(key, track(loading)),
    () => undefined,
  );
  return promise;
}

/** Pages of a remote are asked for again the next time: those that failed, or all of them when its code is in doubt. */
function forget(remoteId: string, all: boolean): void {
  for (const [key, promise] of loaded) {
    if (key.startsWith(`${remoteId} `) && (all || !isLoaded(promise))) loaded.delete(key);
  }
}

/**
 * For Retry: asks the server which remotes there are now, and registers them by force, so that a repaired or newer
 * version is taken without a reload of the page. `all` drops pages that did load: their code broke. Rejects when the
 * server cannot be asked.
 */
export async function refreshRemotes(remoteId: string, all = false): Promise<void> {
  if (remoteId !== SHELL_ID) {
    const registry = await api.platform.registry({});
    const before = remoteOf(panelStore.get(registryAtom), remoteId);
    const after = remoteOf(registry, remoteId);
    // The runtime forgets everything of a remote that is registered by force: only the one that failed is.
    if (after) installRemotes([after], true);
    panelStore.set(registryAtom, (now) => ({ ...now, remotes: now.remotes.map((remote) => (remote === before && after ? after : remote)) }));
  }
  forget(remoteId, all);
}
