import type { SiteKind, Workload } from './ports/workload.ts';
import type { Snapshots } from './ports/snapshots.ts';
import type { Copies } from './ports/copies.ts';
import type { FileAccess } from './ports/file-access.ts';
import type { Deployable } from './ports/deployable.ts';
import type { Runtimes } from './ports/runtimes.ts';
import type { Logs } from './ports/logs.ts';
import type { WordPress } from './ports/wordpress.ts';
import type { AppCommands } from './ports/app-commands.ts';
import type { AppDatabases } from './ports/app-databases.ts';
import type { Builds } from './ports/builds.ts';
import type { Repositories } from './ports/repositories.ts';
import type { Fleet } from './ports/fleet.ts';

export * from './ports/workload.ts';
export * from './ports/snapshots.ts';
export * from './ports/copies.ts';
export * from './ports/file-access.ts';
export * from './ports/deployable.ts';
export * from './ports/runtimes.ts';
export * from './ports/logs.ts';
export * from './ports/wordpress.ts';
export * from './ports/app-commands.ts';
export * from './ports/app-databases.ts';
export * from './ports/builds.ts';
export * from './ports/repositories.ts';
export * from './ports/code.ts';
export * from './ports/fleet.ts';

/** The ports that a kind of workload can have, beside `Workload`, which every kind has. */
export type Ports = {
  snapshots: Snapshots;
  copies: Copies;
  fileAccess: FileAccess;
  deployable: Deployable;
  runtimes: Runtimes;
  logs: Logs;
  wordpress: WordPress;
  builds: Builds;
  repositories: Repositories;
  appDatabases: AppDatabases;
  appCommands: AppCommands;
};
export type PortName = keyof Ports;

/**
 * What hosts workloads. Every call is idempotent: a worker that died half way calls it again with the same result. All
 * errors are `HostingError`. A method of a port that the kind of the workload does not have is `UNSUPPORTED`.
 */
export interface HostingDriver
  extends
    Workload,
    Snapshots,
    Copies,
    FileAccess,
    Deployable,
    Runtimes,
    Logs,
    WordPress,
    Builds,
    Repositories,
    AppDatabases,
    AppCommands,
    Fleet {
  /** What workloads of a kind have; empty for a kind that this driver does not host. */
  portsOf(kind: SiteKind): ReadonlySet<PortName>;
  /** Whether a process of its own answers for a workload of a kind, which keeps the limits that it was started with. */
  runsProcess(kind: SiteKind): boolean;
}
