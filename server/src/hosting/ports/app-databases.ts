/** The database of a workload: its name, which is also its user's, and its size; null when its server does not have it. */
export type AppDatabase = { name: string; bytes: number | null };

/** Where the code of a workload reaches its database, from inside of its sandbox. */
export type AppDatabaseAddress = { host: string; port: number; name: string; user: string };

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
}
