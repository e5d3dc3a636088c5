import type { Readable, Writable } from 'node:stream';
import type { KeptTables, LimitKind, SiteLimits } from '@panel/contract';
import type { ImportFiles } from '../archive/import-files.ts';
import type { Amount } from '../lib/amount.ts';

/**
 * The port through which the panel hosts sites. Every call is idempotent: a worker that died half way calls it again
 * with the same result. All errors are `HostingError`.
 */
export type SiteKind = 'wordpress' | 'static';
/** Where a WordPress keeps its tables: a file of the site, or a database of its own on a server. */
export type DatabaseEngine = 'sqlite' | 'mariadb';

/** The site to host. `siteId` names the folder on disk: letters, digits, `_` and `-`, 64 at most. */
export type SiteSpec = {
  siteId: string;
  kind: SiteKind;
  fqdn: string;
  /** The public address with its port, e.g. `http://name.aurora-sites.localhost:8099`. */
  url: string;
  title: string;
  adminUser: string;
  adminEmail: string;
  /** WordPress only; never written to the site's record. */
  adminPassword: string;
  /** Release series, e.g. `8.3`. */
  phpVersion?: string;
  wpVersion?: string;
  /** Static only: path below the document root → text. Without it a welcome page is written. */
  files?: Record<string, string>;
  /** The content of the new site; by default a fresh WordPress, or `files`. */
  from?: SiteOrigin | undefined;
};

/**
 * An uploaded zip on disk. `list` reads what is in it outside of the event loop, each time anew.
 * @throws PanelError ARCHIVE_REFUSED with the reason, UPLOAD_STOPPED, UPLOADS_WAITING (`list`)
 */
export type UploadedSite = { file: string; list(): Promise<ImportFiles> };

/**
 * A file of the panel with the content of a new site. `archive`: one that `snapshot` wrote; a WordPress keeps its users.
 * `import`: an uploaded zip.
 */
export type SiteOrigin = { kind: 'archive'; file: string } | ({ kind: 'import' } & UploadedSite);

/** `progress` may be called any number of times. */
export type Progress = { note(line: string): void; progress?(amount: Amount): void; signal: AbortSignal };

/** Gets a line for people about what differs from what was asked. */
export type Noting = Pick<Progress, 'note'>;

/** `database`: where the site keeps its tables afterwards; by default where it keeps them now. */
export type RestoreOptions = Partial<Noting> & { database?: DatabaseEngine };

/**
 * Where a running site listens: a Unix socket if the site has its own network, otherwise a loopback port. It answers
 * only requests with `token` (header `x-panel-edge`).
 */
export type Endpoint = ({ host: '127.0.0.1'; port: number } | { socketPath: string }) & {
  token?: string;
  /** Aborted before the site is stopped: an answer that then ends without its length may be cut. */
  stopped?: AbortSignal;
};

/** A visitor's request, or work of the panel, which is no use of the site. */
export type LeaseUse = 'visit' | 'upkeep';

/** Ends a lease; `late` when its request took longer than the site's plan allows. Further calls do nothing. */
export type LeaseEnd = (outcome?: 'late') => void;

/** Called when a site hits a limit of its plan; never throws. */
export type LimitPort = { hit(siteId: string, kind: LimitKind): void };

/** The limits of a site's plan, read when its processes start. */
export type LimitsOf = (siteId: string) => Promise<SiteLimits>;

/** Free inodes of the disk, and how many are reserved; infinite where there is no limit. */
export type FreeInodes = { free: number; reserve: number };

/** What a restore replaces. A static site has files only. */
export const RESTORED_PARTS = ['all', 'files', 'database'] as const;
export type RestoredParts = (typeof RESTORED_PARTS)[number];

/** What a copy into another site replaces, and which kinds of tables stay although the database is replaced. */
export type ReplacedParts = { parts: RestoredParts; keep: readonly KeptTables[] };

/** `bytes`: the size of all of them. `paths`: the first 100, below the document root. */
export type FileChanges = { count: number; bytes: number; paths: string[] };
/** What a copy of the files of one site would do to those of another. */
export type FileDifference = { added: FileChanges; changed: FileChanges; removed: FileChanges };
/** `kind`: of tables in which people write, and `newer`: their rows after the given time; otherwise null. */
export type TableFacts = { name: string; rows: number; kind: KeptTables | null; newer: number | null };

/** `files` includes folders. Not `complete`: there is more, which could not be read or counted. */
export type Usage = { bytes: number; files: number; complete: boolean };
/** `size` in bytes; null when there is no log. `text`: at most its last 64 KB. */
export type DebugLog = { enabled: boolean; size: number | null; text: string };
/** What has replaced the welcome page of a static site: nothing, files without an index.html, or another index.html. */
export type Arrival = 'nothing' | 'files' | 'index';
/** The largest entries, the largest first. `files` includes folders. Not `complete`: there is more than was counted. */
export type FolderListing = {
  entries: { name: string; kind: 'folder' | 'file'; bytes: number; files: number }[];
  others: { count: number; bytes: number };
  complete: boolean;
};
export type Check = { name: string; ok: boolean; detail: string };
/** Of `verify`: `phpVersion` is what the site's own process says, null when it does not answer. */
export type SiteInfo = { wpVersion: string | null; phpVersion: string | null };
export type Verification = { ok: boolean; checks: Check[]; info: SiteInfo };
export type ExecResult = { code: number; stdout: string; stderr: string };
/** `input`: the environment variable PANEL_INPUT of the command, for text that must not become an option. */
export type ExecOptions = { timeoutMs?: number; signal?: AbortSignal; input?: string; file?: string };

/** The two directions of a client's connection: what it sends, and what it gets. */
export type FileStreams = { from: Readable; to: Writable };

/** Access to a site's own files with the SFTP protocol, inside its sandbox and limits. */
export type SiteFiles = {
  /** Whether this machine can isolate a file server; without one, no site has access over SFTP. */
  available(): Promise<boolean>;
  /** Serves one connection until its client leaves, `signal` aborts, or the site is stopped. */
  serve(siteId: string, streams: FileStreams, signal: AbortSignal): Promise<void>;
};
/** Another server that holds a site's files. */
export type FileServer = {
  protocol: 'sftp' | 'ftps' | 'ftp';
  host: string;
  port: number;
  username: string;
  password: string;
  /** The folder with the site's files. */
  path: string;
  /**
   * The fingerprint that its owner has accepted: of the key of an SFTP server, or of a certificate that nobody vouches
   * for. Null: none yet.
   */
  hostKey: string | null;
};
/** Where the files of a static site come from. `open` starts a compressed tar archive with a single top folder. */
export type FileSource =
  | { kind: 'archive'; open(signal: AbortSignal): Promise<Readable> }
  | { kind: 'server'; server: FileServer };
/** `folder`: the published folder of the source, empty for the source itself. `skipped`: files that were left out. */
export type Deployed = { folder: string; files: number; bytes: number; skipped: number };

export type HostingStepName = 'files' | 'configure' | 'install' | 'restore' | 'import' | 'start' | 'verify';

/** One recorded step of a creation: `run` may be repeated, `check` returns whether its postcondition holds. */
export type HostingStep = {
  name: HostingStepName;
  title: string;
  run(p: Progress): Promise<void>;
  check(): Promise<boolean>;
  /** How often a failure that may pass is worth another try, and the wait before the first. */
  retry?: { times: number; backoffSeconds: number };
};

/**
 * A version of PHP. `id` is its release series, e.g. `8.3`, which stays the same through its updates. `extensions`: names
 * as `php -m` prints them, null where they are not known.
 */
export type PhpVersion = { id: string; version: string; extensions: readonly string[] | null };

/** The first of `phpVersions` is what new sites get unless another one is chosen. */
export type Capabilities = {
  php: 'native' | 'wasm' | null;
  wpVersions: string[];
  phpVersions: readonly PhpVersion[];
  /** Where a WordPress can keep its tables. */
  databases: readonly DatabaseEngine[];
  /** Whether a site can answer with Adminer for its database. */
  databaseTool: boolean;
};

/** `keepPhp`: the site keeps its version of PHP; otherwise it gets that of the blueprint, where this server has it. */
export type BlueprintOptions = { keepPhp?: boolean; p?: Noting };

/** The folder whose files the edge may serve itself: the whole site, or just the assets of a WordPress. */
export type PublicFiles =
  | { root: string; mode: 'site' }
  /** `core`: the folder of the shared WordPress, whose `entries` appear in `root`. */
  | { root: string; mode: 'assets'; core: { folder: string; entries: readonly string[] } | null };

/**
 * `look` may request the restored copy, too, after it has answered. `own`: the copy is none of the site's tasks, which may run
 * meanwhile.
 */
export type RehearseOptions = { look?: (endpoint: Endpoint) => Promise<void>; own?: boolean };

export interface HostingDriver {
  /** Runs every step of `steps` in order, skipping those whose postcondition is already met. */
  create(spec: SiteSpec, p: Progress): Promise<void>;
  steps(spec: SiteSpec): HostingStep[];
  /** Idempotent; concurrent calls share one start. Also marks the site as used, except for `upkeep`. */
  start(siteId: string, use?: LeaseUse): Promise<Endpoint>;
  /** Stops what this process runs of the site. Changes below do that themselves, in every process. */
  stop(siteId: string): Promise<void>;
  /**
   * Stops the site in every process; the next request starts it anew, with the settings that apply then.
   * @throws HostingError `BUSY` when another process does not stop it within a minute
   */
  sleep(siteId: string): Promise<void>;
  /** Leaves neither files nor processes behind; succeeds for a missing site. */
  destroy(siteId: string, p?: Pick<Progress, 'progress'>): Promise<void>;
  /** Copies files and database; the copy keeps the users of the original and answers at its own address. */
  clone(fromId: string, to: SiteSpec, p: Progress): Promise<void>;
  /**
   * Replaces files, database or both of a site by those of another, in one rename. The target keeps its address and its
   * configuration. Neither site may be changed meanwhile.
   */
  copyInto(fromId: string, toId: string, what: ReplacedParts, p: Progress): Promise<void>;
  /** What `copyInto` would do to the files of `toId`. */
  compareFiles(fromId: string, toId: string): Promise<FileDifference>;
  /** The tables of a WordPress, at most 500, with the rows that are newer than `since`; empty without a database. */
  tables(siteId: string, since: Date): Promise<TableFacts[]>;
  snapshot(siteId: string, toFile: string): Promise<void>;
  /** Replaces the content, or its files or database alone, in one rename. With the files comes the version of PHP. */
  restore(siteId: string, fromFile: string, parts?: RestoredParts, p?: RestoreOptions): Promise<void>;
  /** The first files in which a damaged archive of `snapshot` differs from what it was; none when nothing shows which. */
  damagedFiles(siteId: string, fromFile: string): Promise<string[]>;
  /**
   * Replaces the files of a static site with those of a source, in one rename. Source and content are not trusted: the
   * site agent reads them, and what cannot be published is left out.
   */
  deploy(siteId: string, source: FileSource, p: Progress): Promise<Deployed>;
  /**
   * Restores an archive beside the site, without network and emails, requests it as `verify` does, and removes it. The
   * site stays as it is.
   */
  rehearse(siteId: string, fromFile: string, options?: RehearseOptions): Promise<Verification>;
  /**
   * Makes a second site beside this one from an uploaded zip, as an import does, without network and emails, and requests
   * it as `verify` does. It stays, under the id of `rehearsalOf`, until it is destroyed.
   */
  importBeside(siteId: string, upload: UploadedSite, p: Progress): Promise<Verification>;
  /**
   * Gives a site another version of WordPress, which `capabilities` names. Its content is replaced in one rename; the
   * files of WordPress are another folder.
   */
  upgrade(siteId: string, version: string): Promise<void>;
  /** Gives a site another version of PHP, by its id in `capabilities`; the next start uses it. */
  usePhp(siteId: string, version: string): Promise<void>;
  /** Where a WordPress keeps its tables now. */
  databaseEngine(siteId: string): Promise<DatabaseEngine>;
  /** Moves the tables of a WordPress; the site is replaced in one rename, and the previous database is deleted afterwards. */
  moveDatabase(siteId: string, into: DatabaseEngine): Promise<void>;
  /**
   * Writes an archive that other sites can start from: plugins, themes and settings, without users, comments, secrets
   * and what plugins store in tables of their own; with `content` also pages, posts and pictures. The site stays as it is.
   */
  makeBlueprint(siteId: string, toFile: string, what: { content: boolean }): Promise<void>;
  /**
   * Replaces the content of a site that was just installed by that of a blueprint, in one rename. The site keeps its
   * users, title, address, secrets and version of WordPress.
   */
  applyBlueprint(siteId: string, fromFile: string, options?: BlueprintOptions): Promise<void>;
  /**
   * WP-CLI with an argument vector (no shell). A failing command is a result, not an exception. `file`: a file of the
   * panel, of which the command gets a copy as its last argument.
   */
  exec(siteId: string, args: string[], opts?: ExecOptions): Promise<ExecResult>;
  /** Whether WordPress writes its debug log, and the end of that file. */
  debugLog(siteId: string): Promise<DebugLog>;
  /** Switches the debug log on or off; the site is stopped and starts again with the next request. */
  setDebugLog(siteId: string, enabled: boolean): Promise<void>;
  /** The sizes of the entries of a folder below the site's own; null when there is no such folder. */
  folderSizes(siteId: string, folder: string): Promise<FolderListing | null>;
  /** Whether the owner of a static site has put own files in the place of the welcome page. */
  arrived(siteId: string): Promise<Arrival>;
  /** At any moment either the old or the new address works; run it again after a crash to complete it. */
  rename(siteId: string, next: { fqdn: string; url: string }, p: Progress): Promise<void>;
  usage(siteId: string): Promise<Usage>;
  info(siteId: string): Promise<SiteInfo>;
  /**
   * Requests the site over HTTP with its Host header, and reads its versions meanwhile. With `upkeep` a site that was asleep
   * sleeps again soon after.
   */
  verify(siteId: string, fqdn: string, use?: LeaseUse): Promise<Verification>;
  files: SiteFiles;
  running(): string[];
  endpoint(siteId: string): Endpoint | null;
  stopAll(): Promise<void>;
  capabilities(): Capabilities;
  /**
   * Keeps a site running while a request is in progress. Call the result when the request ends, with `late` when it
   * took longer than the site's plan allows. `upkeep` does not count as use.
   */
  lease?(siteId: string, use?: LeaseUse): LeaseEnd;
  /** Receives the disk's free space about once a second, and stops sites that fill it from writing. */
  diskLooked?(freeBytes: number, reserveBytes: number, inodes?: FreeInodes): Promise<void>;
  /** What the edge may serve from disk without the site's own process. */
  publicFiles?(siteId: string, kind: SiteKind): Promise<PublicFiles>;
  /**
   * What a WordPress has written when its content changed last, whoever changed it: another text after each change. Null when it has
   * changed nothing yet. Hosted code can write it.
   */
  contentMark?(siteId: string): Promise<string | null>;
}
