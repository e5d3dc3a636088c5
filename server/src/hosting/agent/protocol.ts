import { ContentDifference, KEPT_TABLES, list, type ContentKind, type ContentPart } from '@panel/contract';
import * as v from 'valibot';
import type { FileServer } from '../driver.ts';
import {
  FILE_OUTCOMES,
  FOLDER_PAGE,
  SEARCH_ENDS,
  SEARCH_HITS,
  ZIP_FAULTS,
  type FileChange,
  type FilePart,
  type FolderSlice,
  type SearchFor,
} from '../ports/file-access.ts';
import { ARCHIVE_PAGE, type ArchiveSearch } from '../ports/snapshots.ts';
import { hostedText } from '../hosted-text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const line = (max: number) => v.pipe(v.string(), v.maxLength(max));
const work = v.strictObject({ files: count, bytes: count, skipped: count });
/** Files of an archive whose SHA-256 differs from its list: the first few. */
const damaged = list(hostedText(300), { max: 5 });
/** The SHA-256 of a file. */
const version = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const published = v.strictObject({ ...work.entries, folder: line(100) });

/** Valid answers of the agent, by operation. The panel rejects everything else. */
export const ANSWERS = {
  usage: v.strictObject({ bytes: count, files: count, complete: v.boolean() }),
  version: v.nullable(v.pipe(v.string(), v.regex(/^\d[\w.+-]{0,31}$/))),
  text: v.nullable(line(65_536)),
  options: v.nullable(
    v.strictObject({
      siteurl: line(2000),
      home: line(2000),
      blogname: hostedText(2000),
      users: list(line(200), { max: 100 }),
      /** The prefix of its tables. */
      prefix: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
    }),
  ),
  debugLog: v.strictObject({ enabled: v.boolean(), size: v.nullable(count), text: line(65_536) }),
  folders: v.nullable(
    v.strictObject({
      entries: list(
        v.strictObject({
          name: hostedText(255),
          kind: v.picklist(['folder', 'file']),
          bytes: count,
          files: count,
        }),
        { max: 100 },
      ),
      others: v.strictObject({ count, bytes: count }),
      complete: v.boolean(),
    }),
  ),
  rules: v.strictObject({
    redirects: list(
      v.strictObject({
        from: line(1000),
        to: line(1000),
        status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(410)),
        force: v.boolean(),
      }),
      { max: 1000 },
    ),
    headers: list(
      v.strictObject({
        path: line(1000),
        set: list(
          v.strictTuple([
            v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
            v.pipe(v.string(), v.maxLength(4000), v.regex(/^[\x20-\x7e]*$/)),
          ]),
          { max: 1000 },
        ),
      }),
      { max: 200 },
    ),
    skipped: count,
  }),
  listing: v.strictObject({ files: count }),
  hashes: list(v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))), { max: 5_000 }),
  tables: v.nullable(
    list(
      v.strictObject({
        name: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
        rows: count,
        kind: v.nullable(v.picklist(KEPT_TABLES)),
        newer: v.nullable(count),
      }),
      { max: 500 },
    ),
  ),
  compareContent: ContentDifference,
  copy: work,
  archive: work,
  extract: v.strictObject({ ...work.entries, manifest: v.nullable(line(4096)), checked: v.nullable(count), damaged }),
  damage: damaged,
  archiveListing: v.strictObject({ files: count, complete: v.boolean() }),
  archivePage: v.strictObject({
    entries: list(
      v.strictObject({
        path: line(3000),
        kind: v.picklist(['folder', 'file']),
        size: count,
        modified: v.nullable(v.number()),
      }),
      { max: ARCHIVE_PAGE },
    ),
    total: count,
    complete: v.boolean(),
  }),
  putBack: v.strictObject({ ...work.entries, checked: v.nullable(count), damaged }),
  unpack: published,
  download: published,
  folderPage: v.nullable(
    v.strictObject({
      entries: list(
        v.strictObject({
          name: line(255),
          exact: v.boolean(),
          kind: v.picklist(['folder', 'file', 'link', 'other']),
          size: count,
          modified: v.number(),
          mode: count,
        }),
        { max: FOLDER_PAGE },
      ),
      total: count,
      complete: v.boolean(),
    }),
  ),
  fileContent: v.nullable(
    v.strictObject({
      size: count,
      modified: v.number(),
      mode: count,
      sent: count,
      version: v.nullable(version),
    }),
  ),
  fileChange: v.strictObject({ outcome: v.picklist(FILE_OUTCOMES), version: v.nullable(version) }),
  filePart: v.strictObject({ outcome: v.picklist(FILE_OUTCOMES), offset: count, placed: v.boolean() }),
  searchFiles: v.nullable(
    v.strictObject({
      hits: list(
        v.strictObject({
          path: line(30_000),
          exact: v.boolean(),
          kind: v.picklist(['folder', 'file', 'link', 'other']),
          line: v.nullable(count),
          text: line(400),
        }),
        { max: SEARCH_HITS },
      ),
      files: count,
      large: count,
      ended: v.nullable(v.picklist(SEARCH_ENDS)),
    }),
  ),
  zipFiles: v.strictObject({ outcome: v.picklist(FILE_OUTCOMES), files: count, skipped: count }),
  unzipFile: v.strictObject({
    outcome: v.picklist(FILE_OUTCOMES),
    fault: v.nullable(v.picklist(ZIP_FAULTS)),
    files: count,
    skipped: count,
    taken: list(line(1000), { max: 20 }),
    takenCount: count,
  }),
} as const;

/** Bounds of an operation that moves files: it fails as a whole beyond them. */
export type Bounds = { maxBytes: number };

/** Bounds of a source that somebody else controls. */
export type SourceBounds = Bounds & { maxFiles: number; maxDepth: number };

/** Where the agent finds the panel's relay to the file server, and the word that opens it. */
export type RelayAddress = { path: string | null; port: number | null; token: string };

/** A path below the site's folder and its path in the result. */
export type Entry = { from: string; to: string };

/** The input of each operation. Paths are relative to the site's `live` folder, with `/`. */
export type Inputs = {
  /** Counts files and folders, and the sizes of files. */
  usage: Record<string, never>;
  /** The version of the WordPress files, null when there are none. */
  version: Record<string, never>;
  /** The beginning of a text file, at most 65,536 bytes; null when it is no regular file. */
  text: { file: string };
  /** Facts from a WordPress database; null when it is missing or holds no installed WordPress. */
  options: { file: string };
  /** Whether a WordPress writes a debug log, the size of the file (null when there is none), and its last lines. */
  debugLog: Record<string, never>;
  /** The sizes of a folder's entries, folders with everything below them, the largest first; null when it is no folder. */
  folders: { folder: string };
  /** What the files `_redirects` and `_headers` of a folder say; `skipped` lines ask for what is not offered. */
  rules: { folder: string };
  /**
   * Writes the regular files below a folder to the output, one JSON line each: `[path, bytes, milliseconds of its last
   * change]`.
   */
  listing: { folder: string; maxFiles: number };
  /** The SHA-256 of files below a folder, at most 5,000; null for what is no regular file. */
  hashes: { folder: string; files: string[] };
  /** The rows of each table of a WordPress database, and those newer than a time (`YYYY-MM-DD HH:MM:SS`, UTC). */
  tables: { file: string; since: string };
  /**
   * What differs between the digests of two sites, which `content-digest.php` writes. `copy`: the digest of both when one was
   * copied from the other; `kinds`: of content, in the order of the answer; `parts`: of a post; `most`: limits of the answer.
   */
  compareContent: {
    live: string;
    staging: string;
    copy: string | null;
    kinds: readonly ContentKind[];
    parts: readonly ContentPart[];
    most: { groups: number; named: number; inAll: number };
  };
  /** Copies regular files and folders into the work folder; links and special files are left out. */
  copy: { entries: Entry[] } & Bounds;
  /**
   * Writes a compressed tar archive of regular files and folders to the output. `texts` come first; the last entry is a
   * list of the SHA-256 of the files. `links`: keeps symbolic links that stay below the top folder of their path, and which files
   * can be executed.
   */
  archive: { texts: { name: string; text: string }[]; entries: Entry[]; without: string[]; links?: boolean } & Bounds;
  /**
   * Unpacks an archive from the input into the work folder: files and folders below `roots`, and the text of `manifest`,
   * if it has one. `checked` and `damaged`: the number of files that were compared with the archive's list, and those that
   * differ; `checked` is null for an archive without a list. `links`: as with `archive`; one that leads out is refused.
   */
  extract: { roots: string[]; manifest: string | null; links?: boolean } & Bounds;
  /**
   * The files of a damaged archive of `archive`, from the input, that differ from its list. When the archive cannot be read
   * up to the list, the file at which it ends.
   */
  damage: Record<string, never>;
  /**
   * Writes the files of an archive of `archive`, from the input, that are below `folder` to the output, one JSON line each: `[path below
   * it, bytes, milliseconds of its last change]`. Not `complete`: there are more than `maxFiles`.
   */
  archiveListing: { folder: string; maxFiles: number };
  /** A part of what `archiveListing` has written, from the input. */
  archivePage: ArchiveSearch;
  /**
   * Puts files and folders of an archive, from the input, back below `public`: each file whole or not at all. What is there and not in
   * the archive stays. Nothing is put back when a file differs from the archive's list. `skipped`: where something else is in the way.
   */
  putBack: { paths: string[]; manifest: string; readOnly: readonly string[] } & Bounds;
  /** Unpacks an archive with a single top folder from the input; its pages become `public` in the work folder. */
  unpack: SourceBounds;
  /**
   * Copies the files of another server; its pages become `public` in the work folder. Progress is the output. A server that
   * sends nothing for `idleMs` is unreachable.
   */
  download: FileServer & SourceBounds & { idleMs: number };
  /** Entries of a folder below `public`, folders first, by name; null when it is no folder. Links are not followed. */
  folderPage: { folder: string } & FolderSlice;
  /**
   * Writes a regular file below `public` to the output; null when it is something else. `text`: all of it or, when it has
   * more than `maxBytes`, nothing; with its version. `bytes`: the first `maxBytes`. `facts`: nothing.
   */
  fileContent: { path: string; want: 'facts' | 'text' | 'bytes'; maxBytes: number };
  /** Changes one file or folder below `public`; the content of `put` is the input. The bounds are those of a copy. */
  fileChange: FileChange & { readOnly: readonly string[]; maxFiles: number } & Bounds;
  /**
   * One part of a file that arrives in several, at `from`; its content is the input. `begin` says how much there is of it, `drop`
   * removes that. The file appears with its last part.
   */
  filePart: FilePart & { readOnly: readonly string[] };
  /** Looks for words in names or texts below a folder; null when it is no folder. */
  searchFiles: {
    folder: string;
    ms: number;
    most: number;
    maxFiles: number;
    maxBytes: number;
    maxFileBytes: number;
  } & SearchFor;
  /** Packs files and folders into a new zip below `public`, or writes it to the output. */
  zipFiles: { paths: readonly string[]; to: string | null; readOnly: readonly string[]; maxFiles: number } & Bounds;
  /** Unpacks a zip below `public` into a folder. `taken`: what becomes of files whose place is taken. */
  unzipFile: {
    path: string;
    folder: string;
    taken: 'ask' | 'replace' | 'keep' | 'skip';
    readOnly: readonly string[];
    maxFiles: number;
  } & Bounds;
};

export type Operation = keyof Inputs;
export type Outputs = { [O in Operation]: v.InferOutput<(typeof ANSWERS)[O]> };

/**
 * Why there is no answer. `timeout`: the deadline passed. `busy`: the database is locked. `limit`: more than the
 * bounds allow. `full`: no space left. `damaged`: the archive is broken. `empty`: nothing that can be published.
 * `denied`, `missing`, `unreachable`: the file server refused the login, has no such folder, or ended the connection.
 * `encrypted`: it is reached over TLS only.
 * `untrusted`: its key or certificate is not the accepted one; the detail is the fingerprint.
 * `failed`: anything else, including an invalid answer.
 */
export const REASONS = [
  ...(['timeout', 'busy', 'limit', 'full', 'damaged', 'unreadable', 'empty'] as const),
  ...(['denied', 'missing', 'unreachable', 'encrypted', 'untrusted', 'failed'] as const),
] as const;
export type Reason = (typeof REASONS)[number];

export type Reply<O extends Operation> =
  | { ok: true; value: Outputs[O] }
  | { ok: false; reason: Reason; detail: string };

/** The first line of the agent's standard input; the rest is the input of operations that have one. */
export type Request = {
  live: string;
  work: string | null;
  relay?: RelayAddress;
  questions: { operation: Operation; input: unknown }[];
};

/** One line on descriptor 3 for each question, in order. */
export type AnswerLine = { ok: true; value: unknown } | { ok: false; reason: string; detail: string };
