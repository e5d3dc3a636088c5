import type { Collisions, KeptTables, Merged } from '@panel/contract';
import type { RestoredParts } from './snapshots.ts';
import type { Progress, SiteSpec } from './workload.ts';

/**
 * What a copy into another site replaces, and which kinds of tables stay although the database is replaced. `merge`: what only the
 * other site has changed since `copied` stays, too, and what both have as it says; null replaces it.
 */
export type ReplacedParts = {
  parts: RestoredParts;
  keep: readonly KeptTables[];
  merge?: (Collisions & { copied: Date }) | null;
};

/** `bytes`: the size of all of them. `paths`: the first 100, below the document root. */
export type FileChanges = { count: number; bytes: number; paths: string[] };

/** What a copy of the files of one site would do to those of another. */
export type FileDifference = { added: FileChanges; changed: FileChanges; removed: FileChanges };

/** Copies of one workload: a new one, or into another. */
export interface Copies {
  /** Copies files and database; the copy keeps the users of the original and answers at its own address. */
  clone(fromId: string, to: SiteSpec, p: Progress): Promise<void>;
  /**
   * Replaces files, database or both of a site by those of another, in one rename. The target keeps its address and its
   * configuration. Neither site may be changed meanwhile. Returns what was merged; null where it is not known what only one has changed.
   * @throws HostingError UNSUPPORTED, before it changes anything, where more was changed than can be merged
   */
  copyInto(fromId: string, toId: string, what: ReplacedParts, p: Progress): Promise<Merged | null>;
  /** What `copyInto` would do to the files of `toId`. */
  compareFiles(fromId: string, toId: string): Promise<FileDifference>;
}
