import type { Space } from './statvfs.ts';

/** What a user name and password open, until `expiresAt` (milliseconds since the epoch). */
export type SftpAccess = { accessId: string; siteId: string; expiresAt: number };

/** The port through which the SFTP server knows who may sign in; it records who did. */
export type SftpDirectory = {
  /** Null for a wrong user name or password, and after too many of them. */
  signIn(userName: string, password: string, address: string): Promise<SftpAccess | null>;
  /** Whether the files of a site can be used now: no task changes it. */
  isReady(siteId: string): Promise<boolean>;
  /** What its plan allows, and how large it was when it was measured last. */
  space(siteId: string): Promise<Space>;
  /** Records a connection and returns its id. */
  began(accessId: string, address: string): Promise<string>;
  /** Renews the records of open connections, and returns those that may stay open. */
  renew(ids: readonly string[]): Promise<ReadonlySet<string>>;
  ended(id: string): Promise<void>;
};
