import type { ContentDifference, KeptTables } from '@panel/contract';
import type { Noting, Progress, UploadedSite, Verification } from './workload.ts';

/** Where a WordPress keeps its tables: a file of the site, or a database of its own on a server. */
export type DatabaseEngine = 'sqlite' | 'mariadb';

/** `kind`: of tables in which people write, and `newer`: their rows after the given time; otherwise null. */
export type TableFacts = { name: string; rows: number; kind: KeptTables | null; newer: number | null };

export type ExecResult = { code: number; stdout: string; stderr: string };

/** `input`: the environment variable PANEL_INPUT of the command, for text that must not become an option. */
export type ExecOptions = { timeoutMs?: number; signal?: AbortSignal; input?: string; file?: string };

/** `keepPhp`: the site keeps its version of PHP; otherwise it gets that of the blueprint, where this server has it. */
export type BlueprintOptions = { keepPhp?: boolean; p?: Noting };

/** The text of a post as its database has it, without markers of its site; not `whole`: there is more of it. */
export type PostText = { title: string; excerpt: string; content: string; whole: boolean };

/** What only a WordPress has. */
export interface WordPress {
  /**
   * WP-CLI with an argument vector (no shell). A failing command is a result, not an exception. `file`: a file of the
   * panel, of which the command gets a copy as its last argument.
   */
  exec(siteId: string, args: string[], opts?: ExecOptions): Promise<ExecResult>;
  /** The tables of a WordPress, at most 500, with the rows that are newer than `since`; empty without a database. */
  tables(siteId: string, since: Date): Promise<TableFacts[]>;
  /**
   * What `copyInto` would do to the content of `toId`: posts, settings, plugins, users, rows. `copied`: when the database of both was
   * the same and `rememberContent` was called, to know which of them was changed since. Null without a database.
   */
  compareContent(fromId: string, toId: string, copied: Date | null): Promise<ContentDifference | null>;
  /** Remembers the content of a site as it is now under a time, for `compareContent`; what was remembered before is forgotten. */
  rememberContent(siteId: string, copied: Date): Promise<void>;
  /** The text of a post; null without it. */
  postText(siteId: string, postId: number): Promise<PostText | null>;
  /** Where a WordPress keeps its tables now. */
  databaseEngine(siteId: string): Promise<DatabaseEngine>;
  /** Bytes of these tables. */
  databaseBytes(siteId: string): Promise<number>;
  /** Moves the tables of a WordPress; the site is replaced in one rename, and the previous database is deleted afterwards. */
  moveDatabase(siteId: string, into: DatabaseEngine): Promise<void>;
  /**
   * Gives a site another version of WordPress, which `capabilities` names. Its content is replaced in one rename; the
   * files of WordPress are another folder.
   */
  upgrade(siteId: string, version: string): Promise<void>;
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
   * Makes a second site beside this one from an uploaded zip, as an import does, without network and emails, and requests
   * it as `verify` does. It stays, under the id of `rehearsalOf`, until it is destroyed.
   */
  importBeside(siteId: string, upload: UploadedSite, p: Progress): Promise<Verification>;
  /**
   * What a WordPress has written when its content changed last, whoever changed it: another text after each change. Null when it has
   * changed nothing yet. Hosted code can write it.
   */
  contentMark?(siteId: string): Promise<string | null>;
}
