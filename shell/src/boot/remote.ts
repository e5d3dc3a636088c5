import { panelStore, registryAtom, type Registry } from '@panel/core';

export const SHELL_ID = 'shell';

/** A release of a remote, as the registry names it. */
export type Remote = Registry['remotes'][number];

/** The release of a remote that the registry names now. */
export const remoteOf = (id: string, { remotes }: Registry = panelStore.get(registryAtom)): Remote | undefined =>
  remotes.find((remote) => remote.manifest.id === id);
