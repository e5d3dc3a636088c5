import type { Readable } from 'node:stream';
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

/** Files of an archive in one answer. */
export const ARCHIVE_PAGE = 100;

/** Files and folders directly in `folder`, or, with `find`, the files below it whose path has this text in it, in any case. */
export type ArchiveSearch = { folder: string; find: string | null; from: number; count: number };

/** Of the document root in an archive. `path`: below the root. `size`: of a folder, that of its files. Times in milliseconds. */
export type ArchiveItem = { path: string; kind: 'folder' | 'file'; size: number; modified: number | null };
/** `total` entries, or more when it is not `complete`. */
export type ArchivePage = { entries: ArchiveItem[]; total: number; complete: boolean };

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
  /** Writes a list of the files of an archive, for `archivePage`. */
  listArchive(siteId: string, from: Readable, toFile: string): Promise<void>;
  /** A part of such a list, which is read to its end each time. */
  archivePage(siteId: string, list: Readable, search: ArchiveSearch): Promise<ArchivePage>;
  /**
   * Puts single files and folders of an archive back, at their places in the document root, while the site runs. Returns how many files,
   * and how many were not put back because something else is in their place.
   * @throws HostingError INTEGRITY_MISMATCH with the names of damaged files, and then nothing was put back; UNSUPPORTED for paths that
   *   the archive does not have
   */
  restoreFiles(
    siteId: string,
    fromFile: string,
    paths: readonly string[],
    p?: Partial<Noting>,
  ): Promise<{ files: number; skipped: number }>;
  /**
   * Restores an archive beside the site, without network and emails, requests it as `verify` does, and removes it. The
   * site stays as it is. A database of the archive is restored into a temporary one of the copy, and compared with what the archive has
   * recorded of it.
   */
  rehearse(siteId: string, fromFile: string, options?: RehearseOptions): Promise<Verification>;
}
