import type { LimitKind, SiteLimits } from '@panel/contract';
import type { PhpVersion } from './runtimes.ts';
import type { DatabaseEngine } from './wordpress.ts';
import type { Endpoint, LeaseUse } from './workload.ts';

/** Ends a lease; `late` when its request took longer than the site's plan allows. Further calls do nothing. */
export type LeaseEnd = (outcome?: 'late') => void;

/** Called when a site hits a limit of its plan; never throws. */
export type LimitPort = { hit(siteId: string, kind: LimitKind): void };

/** The limits of a site's plan, read when its processes start. */
export type LimitsOf = (siteId: string) => Promise<SiteLimits>;

/** Free inodes of the disk, and how many are reserved; infinite where there is no limit. */
export type FreeInodes = { free: number; reserve: number };

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

/** The machines, not the workloads. */
export interface Fleet {
  capabilities(): Capabilities;
  running(): string[];
  endpoint(siteId: string): Endpoint | null;
  /**
   * Keeps a site running while a request is in progress. Call the result when the request ends, with `late` when it
   * took longer than the site's plan allows. `upkeep` does not count as use.
   */
  lease?(siteId: string, use?: LeaseUse): LeaseEnd;
  /** Receives the disk's free space about once a second, and stops sites that fill it from writing. */
  diskLooked?(freeBytes: number, reserveBytes: number, inodes?: FreeInodes): Promise<void>;
  /**
   * Runs something while nothing of a workload runs on this machine, in any process, and none of it is started.
   * @throws HostingError `BUSY` when another process does not stop it within a minute
   */
  whileStopped<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  stopAll(): Promise<void>;
}
