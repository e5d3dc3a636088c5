/** The database of a workload: its name, which is also its user's, and its size; null when its server does not have it. */
export type AppDatabase = { name: string; bytes: number | null };

/** Where the code of a workload reaches its database, from inside of its sandbox. */
export type AppDatabaseAddress = { host: string; port: number; name: string; user: string };

/** `bytes`: the size of its dump in the archive. */
export type FilledDatabase = {
  archive: string;
  bytes: number;
  password: string;
  mark: string;
  signal?: AbortSignal | undefined;
};

/** A PostgreSQL database for each workload that wants one. Its server gets the address in `DATABASE_URL`. */
export interface AppDatabases {
  /** Why workloads cannot have databases here, in words; null when they can. */
  appDatabasesMissing(): string | null;
  /** The address of the database that a workload has or would get. */
  appDatabaseAddress(siteId: string): AppDatabaseAddress;
  /**
   * Creates the database of a workload, or gives its user another password. Processes that run keep what they were started with.
   * @throws HostingError DATABASE_UNAVAILABLE, UNSUPPORTED
   */
  setAppDatabase(siteId: string, password: string): Promise<void>;
  /** Whether the user of a workload gets into its database with a password. */
  entersAppDatabase(siteId: string, password: string): Promise<boolean>;
  /** Null for a workload without one. @throws HostingError DATABASE_UNAVAILABLE */
  appDatabase(siteId: string): Promise<AppDatabase | null>;
  /** Deletes the database with everything in it, and its user. */
  dropAppDatabase(siteId: string): Promise<void>;
  /**
   * Writes the database to a file, as a part of an archive, and returns its size.
   * @throws HostingError LIMIT for one that is too large, COMMAND_FAILED, DATABASE_UNAVAILABLE
   */
  dumpAppDatabase(siteId: string, toFile: string, signal?: AbortSignal): Promise<number>;
  /**
   * Restores the database of an archive beside the present one, which stays as it is. `password`: that of its user, who gets an empty
   * database where there is none. `mark` names the restore; what an earlier one left is deleted.
   * @throws HostingError COMMAND_FAILED for a dump that cannot be restored
   */
  fillAppDatabase(siteId: string, given: FilledDatabase): Promise<void>;
  /** Whether the database of a restore is there, beside the present one or as it. */
  isAppDatabaseFilled(siteId: string, mark: string): Promise<boolean>;
  /** The database of a restore takes the place of the present one, at once. Connections to that end, and it is kept. */
  swapAppDatabase(siteId: string, mark: string): Promise<void>;
  isAppDatabaseSwapped(siteId: string, mark: string): Promise<boolean>;
  /** Takes a restore back, whatever it has done. */
  swapBackAppDatabase(siteId: string, mark: string): Promise<void>;
  /** Deletes what a restore has replaced. */
  tidyAppDatabase(siteId: string): Promise<void>;
}
