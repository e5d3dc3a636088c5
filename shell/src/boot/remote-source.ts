import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Registry, RemoteModule } from '@panel/core';

type Remote = Registry['remotes'][number];

/**
 * Tells the federation runtime where the remotes are. `force` makes it forget what it had, so that an entry that
 * failed, or an old version, is loaded anew.
 */
export function installRemotes(remotes: readonly Remote[], force = false): void {
  registerRemotes(remotes.map(({ container, entry }) => ({ name: container, entry, type: 'global' })), { force });
}

/** Loads a remote's entry and its table of pages. Rejects with whatever the runtime gives. */
export async function loadRemoteModule(remote: Remote): Promise<RemoteModule> {
  const module = await loadRemote<RemoteModule>(`${remote.container}/remote`);
  if (!module) throw new Error(`${remote.manifest.id} gave nothing.`);
  return module;
}
