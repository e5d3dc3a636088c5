import type { Readable, Writable } from 'node:stream';
import type { CompiledRules } from '../static/site-rules.ts';
import type { SiteKind } from './workload.ts';

/** The two directions of a client's connection: what it sends, and what it gets. */
export type FileStreams = { from: Readable; to: Writable };

/** Access to a site's own files with the SFTP protocol, inside its sandbox and limits. */
export type SiteFiles = {
  /** Whether this machine can isolate a file server; without one, no site has access over SFTP. */
  available(): Promise<boolean>;
  /** Serves one connection until its client leaves, `signal` aborts, or the site is stopped. */
  serve(siteId: string, streams: FileStreams, signal: AbortSignal): Promise<void>;
};

/** The largest entries, the largest first. `files` includes folders. Not `complete`: there is more than was counted. */
export type FolderListing = {
  entries: { name: string; kind: 'folder' | 'file'; bytes: number; files: number }[];
  others: { count: number; bytes: number };
  complete: boolean;
};

/** The folder whose files the edge may serve itself: the whole site, or just the assets of a WordPress. */
export type PublicFiles =
  /** `rules`: what a release says about redirects, headers and unknown paths. */
  | { root: string; mode: 'site'; rules?: CompiledRules }
  /** `core`: the folder of the shared WordPress, whose `entries` appear in `root`. */
  | { root: string; mode: 'assets'; core: { folder: string; entries: readonly string[] } | null };

/** The files of a workload, for their owner and for the edge. */
export interface FileAccess {
  files: SiteFiles;
  /** The sizes of the entries of a folder below the site's own; null when there is no such folder. */
  folderSizes(siteId: string, folder: string): Promise<FolderListing | null>;
  /** What the edge may serve from disk without the site's own process. */
  publicFiles?(siteId: string, kind: SiteKind): Promise<PublicFiles | null>;
}
