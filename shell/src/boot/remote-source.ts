import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Registry, RemoteModule } from '@panel/core';

type Remote = Registry['remotes'][number];

/**
 * Parts of a remote wait in a global list that a new entry would read as its own, even when they came from an older
 * version; the list goes with the entry that filled it. The name is webpack's: `webpackChunk` and the unique name.
 */
function forgetChunks(container: string): void {
  delete (globalThis as Record<string, unknown>)[`webpackChunk${container}`];
}

/**
 * Tells the federation runtime where the remotes are. `force` makes it forget what it had, so that an entry that
 * failed, or an old version, is loaded anew.
 */
export function installRemotes(remotes: readonly Remote[], force = false): void {
  if (force) for (const { container } of remotes) forgetChunks(container);
  registerRemotes(remotes.map(({ container, entry }) => ({ name: container, entry, type: 'global' })), { force });
}

/** Loads a remote's entry and its table of pages. Rejects with whatever the runtime gives. */
export async function loadRemoteModule(remote: Remote): Promise<RemoteModule> {
  const module = await loadRemote<RemoteModule>(`${remote.container}/remote`);
  if (!module) throw new Error(`${remote.manifest.id} gave nothing.`);
  return module;
}
