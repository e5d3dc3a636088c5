/** Folder with initdb and postgres, or undefined. */
export function findPostgres(): string | undefined;
export function installPostgres(onLine?: (line: string) => void): Promise<string | undefined>;
export type OwnPostgres = {
  url: string;
  /** Ends the server with a signal (SIGINT: fast, SIGQUIT: immediate) and keeps its data. */
  halt(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port. */
  begin(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
};
/** A PostgreSQL of its own on a free port, empty and without fsync: for tests and benches. `url` is the superuser's. */
export function startPostgres(bin: string, options?: { keepsCommits?: boolean }): Promise<OwnPostgres>;
