import type { KeptTables } from '@panel/contract';
import type { RestoredParts } from './snapshots.ts';
import type { Progress, SiteSpec } from './workload.ts';

/** What a copy into another site replaces, and which kinds of tables stay although the database is replaced. */
export type ReplacedParts = { parts: RestoredParts; keep: readonly KeptTables[] };

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
   * configuration. Neither site may be changed meanwhile.
   */
  copyInto(fromId: string, toId: string, what: ReplacedParts, p: Progress): Promise<void>;
  /** What `copyInto` would do to the files of `toId`. */
  compareFiles(fromId: string, toId: string): Promise<FileDifference>;
}
