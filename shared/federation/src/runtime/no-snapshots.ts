/*
 * Stands in for the part of the federation runtime that reads manifests into snapshots (`disableSnapshot` leaves it in).
 * The panel's registry gives direct addresses of entries, so there is nothing to read.
 */
export class SnapshotHandler {
  /** The runtime offers every plugin the hooks of every part; there is nothing here to hook into. */
  readonly hooks = { lifecycle: {}, applyPlugin: (): void => undefined, removePlugin: (): void => undefined };
  readonly manifestCache = new Map<string, unknown>();

  loadRemoteSnapshotInfo(): Promise<never> {
    return Promise.reject(new Error('Remotes come from the registry, not from a federation manifest.'));
  }
}

export const getGlobalRemoteInfo = (): { hostGlobalSnapshot: undefined } => ({ hostGlobalSnapshot: undefined });
