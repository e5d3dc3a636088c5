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

/** The most entries of a folder in one answer. */
export const FOLDER_PAGE = 200;

/** One entry of a folder. `exact`: its name is UTF-8, so that it can be named. `modified`: milliseconds since the epoch. */
export type FolderItem = {
  name: string;
  exact: boolean;
  kind: 'folder' | 'file' | 'link' | 'other';
  size: number;
  modified: number;
  mode: number;
};
/** `total` entries, or more of them when it is not `complete`. */
export type FolderPage = { entries: FolderItem[]; total: number; complete: boolean };

/** By what the entries of a folder are ordered; folders come first anyway. */
export type FolderSort = { by: 'name' | 'size' | 'modified'; descending: boolean };
/** What is wanted of a folder. `kind`: folders alone. */
export type FolderSlice = { from: number; count: number; sort: FolderSort; hidden: boolean; kind: 'any' | 'folder' };

/** Words to look for, in names or in the lines of texts. */
export type SearchFor = { words: string; want: 'names' | 'content' };
/** The most hits of one answer. */
export const SEARCH_HITS = 200;
/** Why a search has ended before everything was seen. */
export const SEARCH_ENDS = ['hits', 'files', 'bytes', 'time'] as const;
export type SearchHit = { path: string; exact: boolean; kind: FolderItem['kind']; line: number | null; text: string };
/** `files`: entries that were seen; `large`: texts that were not read. */
export type SearchFound = {
  hits: SearchHit[];
  files: number;
  large: number;
  ended: (typeof SEARCH_ENDS)[number] | null;
};

/** A part of a file that arrives in several. */
export type FilePart = {
  step: 'begin' | 'put' | 'drop';
  path: string;
  /** Names the upload: the same file of the same browser. */
  key: string;
  size: number;
  from: number;
  bytes: number;
  over: 'any' | 'nothing';
};

/** Why an archive is not unpacked. `zip`: it is none, or damaged; `unsafe`: it has links, or names that lead out; `large`: too much. */
export const ZIP_FAULTS = ['zip', 'unsafe', 'large'] as const;
export type Unzip = { path: string; folder: string; taken: 'ask' | 'replace' | 'keep' | 'skip' };
export type Unzipped = {
  outcome: FileOutcome;
  fault: (typeof ZIP_FAULTS)[number] | null;
  files: number;
  skipped: number;
  taken: string[];
  takenCount: number;
};

/** Facts of a file. `version`: the SHA-256 of its content, null when it was not read as a whole. */
export type FileFacts = { size: number; modified: number; mode: number; version: string | null };

/** One change. Paths are below the document root, with `/`; none is empty, and none has a segment `.` or `..`. */
export type FileChange =
  /**
   * Writes a file of `bytes` bytes. `over`: a version of the file that it replaces; `any`: whatever file is there; `nothing`: there
   * has to be none.
   */
  | { action: 'put'; path: string; bytes: number; over: string | 'any' | 'nothing' }
  | { action: 'folder'; path: string }
  | { action: 'move'; path: string; to: string }
  /** A folder with everything below it. */
  | { action: 'remove'; path: string }
  /** A file or a folder, to a name that is free. Links are left out. */
  | { action: 'copy'; path: string; to: string }
  | { action: 'mode'; path: string; mode: number; reach: FileModeReach };
/** What permissions are set of: the entry itself or, of a folder, what is below it. */
export type FileModeReach = 'one' | 'files' | 'folders' | 'all';

/**
 * How a change ended. `changed`: the file is not the version that should be replaced. `exists`: something else is there.
 * `other`: it is a link or a special file. `busy`: another change of the file is under way.
 */
export const FILE_OUTCOMES = ['done', 'missing', 'exists', 'changed', 'other', 'readOnly', 'inside', 'busy'] as const;
export type FileOutcome = (typeof FILE_OUTCOMES)[number];

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
  /** Entries of a folder below the document root, folders first; null when there is no such folder. */
  folderPage(siteId: string, folder: string, slice: FolderSlice): Promise<FolderPage | null>;
  /** Looks for words below a folder, until it has enough or a few seconds have passed; null when there is no such folder. */
  searchFiles(siteId: string, folder: string, wanted: SearchFor): Promise<SearchFound | null>;
  /** A file of at most `maxBytes` as a whole; of a larger one only the facts. Null when there is no such file. */
  fileText(siteId: string, path: string, maxBytes: number): Promise<(FileFacts & { content: Buffer | null }) | null>;
  fileFacts(siteId: string, path: string): Promise<FileFacts | null>;
  /** Sends the first `bytes` of a file. Fails when it has become shorter. */
  sendFile(siteId: string, path: string, bytes: number, to: Writable, signal: AbortSignal): Promise<void>;
  /** Changes one file or folder. `content`: what `put` writes. */
  changeFile(
    siteId: string,
    change: FileChange,
    content?: () => Readable,
  ): Promise<{ outcome: FileOutcome; version: string | null }>;
  /** A part of an upload. `offset`: how much there is of the file now; `placed`: it is whole, and in its place. */
  filePart(
    siteId: string,
    part: FilePart,
    content?: () => Readable,
  ): Promise<{ outcome: FileOutcome; offset: number; placed: boolean }>;
  /** Packs files and folders into a new zip of the site. */
  zipFiles(siteId: string, paths: readonly string[], to: string): Promise<{ outcome: FileOutcome; skipped: number }>;
  /** Sends files and folders as a zip. */
  sendZip(siteId: string, paths: readonly string[], to: Writable, signal: AbortSignal): Promise<void>;
  unzipFile(siteId: string, wanted: Unzip): Promise<Unzipped>;
  /** What the edge may serve from disk without the site's own process. */
  publicFiles?(siteId: string, kind: SiteKind): Promise<PublicFiles | null>;
}
