import type { Readable } from 'node:stream';
import type { Progress } from './workload.ts';

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

/** What has replaced the welcome page of a static site: nothing, files without an index.html, or another index.html. */
export type Arrival = 'nothing' | 'files' | 'index';

/** Content that comes from a repository or another server. */
export interface Deployable {
  /**
   * Replaces the files of a static site with those of a source, in one rename. Source and content are not trusted: the
   * site agent reads them, and what cannot be published is left out.
   */
  deploy(siteId: string, source: FileSource, p: Progress): Promise<Deployed>;
  /** Whether the owner of a static site has put own files in the place of the welcome page. */
  arrived(siteId: string): Promise<Arrival>;
}
