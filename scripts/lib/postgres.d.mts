/** Folder with initdb and postgres, or undefined. */
export function findPostgres(): string | undefined;
export function installPostgres(onLine?: (line: string) => void): Promise<string | undefined>;
export type OwnPostgres = {
  url: string;
  /** Stops the server with a signal (SIGINT: fast, SIGQUIT: immediate) and keeps its data. */
  halt(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same port. */
  begin(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
};
/** A new PostgreSQL on a free port, empty and without fsync, for tests and benches. `url` is the superuser's. */
export function startPostgres(bin: string, options?: { keepsCommits?: boolean }): Promise<OwnPostgres>;
