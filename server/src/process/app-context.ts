import type { Task } from '@panel/contract';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { DiskPort } from '../disk/disk-reserve.ts';
import type { HostingDriver, LimitPort } from '../hosting/driver.ts';
import type { ReleaseCore } from '../platform/release/release-core.ts';
import type { Clock, Logger } from './clock-and-log.ts';

export type { Clock, Logger } from './clock-and-log.ts';

export type MailMessage = { partnerId: string | null; to: string; subject: string; text: string; html?: string };

/** Sends a mail or keeps it for the development page. Never throws for a mail that could not be delivered; it is recorded. */
export type MailPort = { send(message: MailMessage): Promise<void> };

export type NewTask = {
  /** The id of a declared kind, e.g. `site.create`; it says on which sort of resource the task works. */
  kind: string;
  /** Null for work of the installation itself. */
  partnerId: string | null;
  customerId: string | null;
  userId: string | null;
  resourceId: string;
  /** What people call the resource, e.g. the address of a site. */
  title: string;
  payload: Record<string, unknown>;
  /** Sealed before it is stored, and wiped when the task ended. */
  secrets?: Record<string, string>;
};

/** Whose tasks may be seen; what a request's scope is. */
export type TaskScope = { partnerId: string; customerId: string | 'staff' };

/** Long work. A task row is written in the caller's transaction; a worker of any process takes it up. */
export type TaskEngine = {
  /**
   * Writes the task and its wake-up in `tx` and returns the id.
   * Throws `PanelError('TASK_RUNNING')` with the running `task_id` when the resource is already being changed.
   */
  enqueue(tx: Database, task: NewTask): Promise<string>;
  /** The task as the wire shows it; undefined where the scope does not reach. */
  find(taskId: string, scope?: TaskScope): Promise<Task | undefined>;
  /** The newest task of a resource when it failed, or undefined. */
  failedTaskOf(resource: string, resourceId: string): Promise<Task | undefined>;
  /**
   * Cancels a task: a waiting one at once, a running one as soon as its step allows, in whatever process it runs.
   * @throws PanelError NOT_FOUND, TASK_ENDED, TASK_NOT_CANCELLABLE
   */
  cancel(app: AppContext, taskId: string): Promise<void>;
  /** Waits until the task ended; for the seed and for tests. */
  waitFor(taskId: string, timeoutMs?: number): Promise<Task>;
};

/** Messages to the edge. */
export type EdgePort = {
  /** Forgets what is known about a host name (without port), in every process. */
  invalidate(host: string): void;
  /** Stops a site's own process wherever one runs, before its files go. */
  stopEverywhere(siteId: string): Promise<void>;
};

/** Tells every process of the installation that a partner was changed. */
export type PartnerPort = {
  /** Resolves once the other processes are notified; this one knows immediately. */
  changed(partnerId: string): Promise<void>;
  onChange(listener: (partnerId: string) => void): void;
};

/** Seals text so that only this installation can read it (AES-256-GCM). */
export type SecretBox = { seal(text: string): string; open(sealed: string): string };

/** Dependencies of the server's modules; one per process. */
export type AppContext = {
  config: Config;
  db: Database;
  log: Logger;
  clock: Clock;
  mail: MailPort;
  tasks: TaskEngine;
  hosting: HostingDriver;
  limits: LimitPort;
  disk: DiskPort;
  edge: EdgePort;
  partners: PartnerPort;
  secrets: SecretBox;
  releases: ReleaseCore;
};
