import type { DatabaseEngine } from './wordpress.ts';
import type { Endpoint, Noting, Verification } from './workload.ts';

/** What a restore replaces. A static site has files only. */
export const RESTORED_PARTS = ['all', 'files', 'database'] as const;

export type RestoredParts = (typeof RESTORED_PARTS)[number];

/** `database`: where the site keeps its tables afterwards; by default where it keeps them now. */
export type RestoreOptions = Partial<Noting> & { database?: DatabaseEngine };

/**
 * `look` may request the restored copy, too, after it has answered. `own`: the copy is none of the site's tasks, which may run
 * meanwhile.
 */
export type RehearseOptions = {
  look?: (endpoint: Endpoint) => Promise<void>;
  own?: boolean;
  /** Of the server of an application, by name. */
  variables?: Readonly<Record<string, string>>;
  /** That an archive has, which gets a database of its own. `bytes`: of its dump there. */
  database?: { bytes: number; signal?: AbortSignal | undefined };
};

export type SnapshotOptions = {
  /** What the panel knows of it, for whoever reads the archive; without secrets, unless they are sealed. */
  settings?: string;
  /** Writes its database to a file that does not exist yet, and returns the size. It becomes a part of the archive. */
  dump?: ((toFile: string) => Promise<number>) | undefined;
};

/** Archives of a whole workload, and their way back. */
export interface Snapshots {
  snapshot(siteId: string, toFile: string, options?: SnapshotOptions): Promise<void>;
  /**
   * Replaces the content, or its files or database alone, in one rename. With the files comes the version of PHP. Not for a kind with
   * builds: there an archive comes back as a release, by a build from it.
   */
  restore(siteId: string, fromFile: string, parts?: RestoredParts, p?: RestoreOptions): Promise<void>;
  /** The first files in which a damaged archive of `snapshot` differs from what it was; none when nothing shows which. */
  damagedFiles(siteId: string, fromFile: string): Promise<string[]>;
  /**
   * Restores an archive beside the site, without network and emails, requests it as `verify` does, and removes it. The
   * site stays as it is. A database of the archive is restored into a temporary one of the copy, and compared with what the archive has
   * recorded of it.
   */
  rehearse(siteId: string, fromFile: string, options?: RehearseOptions): Promise<Verification>;
}
