import type { Hono } from 'hono';
import type { AppContext } from '../context/app-context.ts';
import type { PanelEnv } from '../context/env.ts';
import type { Database } from '../db/database.ts';
import type { HostingDriver } from '../hosting/driver.ts';
import type { PlanKinds } from './plan-kind.ts';
import type { NewSchedule } from './schedule.repo.ts';
import type { StepContext, TaskKinds } from './task-kind.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Removes rows that have expired; run once for the whole installation. */
export type Sweep = {
  every: 'hour' | 'day';
  /** How long rows are kept, in milliseconds; default 0: they have an end of their own. */
  keepMs?: number;
  /** @param before now, less what is kept */
  remove(app: Pick<AppContext, 'db' | 'clock' | 'storage' | 'config' | 'secrets'>, before: Date): Promise<void>;
};

/** Work that every process with the worker's role repeats, without a record. What must not be missed is a schedule. */
export type Chore = {
  /** For the log, such as `checking domains`. */
  name: string;
  everyMs: number;
  /** It says when it ran: it does not wait for other chores, and runs at the start too. */
  beside?: true;
  /** Aborted when the panel stops. */
  run(app: AppContext, signal: AbortSignal): Promise<void>;
};

/** Files of the data folder that belong to rows; those a day old whose row is gone are removed. */
export type Leftovers = {
  /** @returns how many it removed */
  sweep(
    config: { dataDir: string },
    before: Date,
    needed: (ids: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<number>;
  /** Those of the ids that a row names. */
  needed(db: Database, ids: string[]): Promise<readonly string[]>;
};

/** A schedule of every installation; those of customers' resources are rows that modules write. */
export type OwnSchedule = Pick<NewSchedule, 'id' | 'cron'> & {
  /** The kind of its task is its id; this names the resource, so that two of a resource do not run at once. */
  resourceId: string;
};

/** All that a resource adds to the server; everything is optional. */
export type ModuleParts<Routes extends object> = {
  /** Handlers by the contract's group. Modules may share a group, but no call. */
  routes?: Routes;
  taskKinds?: TaskKinds | ((hosting: HostingDriver) => TaskKinds);
  /**
   * After the end of any task was stored, whatever its kind and outcome. Lost when the worker dies at that moment: what must
   * not be missed is a schedule too.
   */
  afterTask?(context: StepContext): Promise<void>;
  /** Changes of many sites in waves, by the kind of their plan. */
  planKinds?: PlanKinds;
  schedules?: readonly OwnSchedule[];
  sweeps?: readonly Sweep[];
  chores?: readonly Chore[];
  leftovers?: readonly Leftovers[];
  /** Addresses beside the calls, such as pictures and downloads; null where this installation has none. */
  pages?: readonly ((app: AppContext) => Hono<PanelEnv> | null)[];
  /** Addresses that services outside send to, signed by themselves: no host of a partner, session or CSRF token. */
  hooks?: readonly ((app: AppContext) => Hono<PanelEnv>)[];
  /**
   * Beginnings of addresses of `pages` that programs call, with any method. They have no session; each takes a place with
   * `c.get('enter')`.
   */
  doors?: readonly string[];
};

/** A declared module. */
export type Module<Routes extends object = object> = ModuleParts<Routes> & { routes: Routes };

/** Declares a module of the server. It is listed once, in modules/index.ts; nothing else names it. */
export const defineModule = <Routes extends object = Record<never, never>>(
  parts: ModuleParts<Routes>,
): Module<Routes> => ({ ...parts, routes: parts.routes ?? ({} as Routes) });
