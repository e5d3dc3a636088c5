/*
 * Stands in for the part of the federation runtime that reads manifests into snapshots (`disableSnapshot` leaves it in).
 * The panel's registry gives direct addresses of entries, so there is nothing to read.
 */
export class SnapshotHandler {
  /** The runtime hands every plugin to every part; this one has nothing to be extended. */
  readonly hooks = { applyPlugin: (): void => undefined, removePlugin: (): void => undefined };
  /** Plugins are offered these hooks as well; there is nothing here to hook into. */
  readonly hooks = { lifecycle: {}, applyPlugin: (): void => undefined, removePlugin: (): void => undefined };
  readonly manifestCache = new Map<string, unknown>();

  loadRemoteSnapshotInfo(): Promise<never> {
    return Promise.reject(new Error('Remotes come from the registry, not from a federation manifest.'));
  }
}

export const getGlobalRemoteInfo = (): { hostGlobalSnapshot: undefined } => ({ hostGlobalSnapshot: undefined });
