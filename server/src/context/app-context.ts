import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ListedTask, Task, TaskStatus, TaskSummary } from '@panel/contract';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Scope } from '../db/select-page.ts';
import type { DnsDriver } from '../dns/dns-driver.ts';
import type { Delegations } from '../dns/parent/parent-delegation.ts';
import type { DiskPort } from '../disk/disk-reserve.ts';
import type { SitePictures } from '../hosting/browser/site-pictures.ts';
import type { Directory } from '../hosting/directory/directory.ts';
import type { HostingDriver, LimitPort } from '../hosting/driver.ts';
import type { Outside } from '../hosting/egress/outside.ts';
import type { SecretBox } from '../security/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import type { CertificateAuthority } from '../tls/certificate-authority.ts';
import type { UploadPool } from '../uploads/upload-pool.ts';
import type { Ask } from '../lib/relayed.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Meter } from '../kernel/meter.ts';
import type { Slice, Sliced } from '../kernel/paged.ts';
import type { Holds } from '../process/watch-holds.ts';
import type { InstallationPort } from './installation-port.ts';
import type { PaymentAccounts } from './payment-accounts.ts';
import type { PaymentPort } from './payment-port.ts';

export type MailMessage = {
  partnerId: string | null;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Where a mail program unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl?: string;
};

/**
 * Sends an email or keeps it for the development page. Never throws for a failed delivery, which is recorded. `refused`: the
 * mail server does not want this one; `away`: it takes none at the moment.
 */
export type MailPort = {
  send(message: MailMessage): Promise<'sent' | 'refused' | 'away'>;
  /** Writes an email down in a transaction. It is sent after the commit, also when this process ends in between. */
  queue(tx: Database, message: MailMessage): Promise<void>;
  /**
   * Sends the written emails that are due; one that the mail server did not take is sent again later, for a day. Ends at the
   * first of those, and before the next one when the signal aborts.
   */
  sendWaiting(signal?: AbortSignal): Promise<void>;
};

export type NewTask = {
  /** The id of a declared kind, e.g. `site.create`; it determines the kind of resource. */
  kind: string;
  /** Null for tasks of the installation itself. */
  partnerId: string | null;
  customerId: string | null;
  userId: string | null;
  resourceId: string;
  /** The machine that has its files; default: that of the workload with this id, or any. */
  nodeId?: string | null;
  /** Display name of the resource, e.g. the address of a site. */
  title: string;
  payload: Record<string, unknown>;
  /** Sealed before it is stored, and wiped when the task ends. */
  secrets?: Record<string, string>;
};

/** Long-running tasks. The row is written in the caller's transaction; a worker of any process runs it. */
export type TaskEngine = {
  /**
   * Writes the task and its wake-up in `tx` and returns the id.
   * @throws PanelError TASK_RUNNING with the running `task_id` when the resource is already being changed
   */
  enqueue(tx: Database, task: NewTask): Promise<string>;
  /** The task in wire form; undefined when it is out of scope. */
  find(taskId: string, scope?: Scope): Promise<Task | undefined>;
  /** The newest failed task of a resource, or undefined. */
  failedTaskOf(resource: string, resourceId: string): Promise<Task | undefined>;
  /** The newest tasks of a resource, the newest first. */
  newestOf(resource: string, resourceId: string, limit: number): Promise<TaskSummary[]>;
  /** A page of the scope's tasks. */
  list(
    scope: Scope,
    filter: { keyword?: string | undefined; status?: readonly TaskStatus[] | undefined; from?: string | undefined },
    slice: Omit<Slice, 'orderBy'>,
  ): Promise<Sliced<ListedTask>>;
  /**
   * Cancels a task: a waiting one immediately, a running one as soon as its step allows, in any process.
   * @throws PanelError NOT_FOUND, TASK_ENDED, TASK_NOT_CANCELLABLE
   */
  cancel(app: AppContext, taskId: string): Promise<void>;
  /** Waits until the task has ended; for the seed and for tests. */
  waitFor(taskId: string, timeoutMs?: number): Promise<Task>;
};

/** Messages to the edge. */
export type EdgePort = {
  /** Drops cached data about a host name (without port), in every process. */
  invalidate(host: string): void;
  /**
   * Drops what the caches of all processes have of a site, at addresses like `/*`, `/images/*` and `/about`. One that does
   * not hear of it drops everything of the site, because the row of the site counts the purges.
   */
  purge(siteId: string, addresses: readonly string[]): Promise<void>;
};

/** Notifies every process of the installation that a partner was changed. */
export type PartnerPort = {
  /** Resolves once the other processes are notified; this one knows immediately. */
  changed(partnerId: string): Promise<void>;
  onChange(listener: (partnerId: string) => void): void;
};

/** Where SFTP clients connect. */
export type SftpPort = {
  /** Null when this installation offers no SFTP. */
  address(): Promise<{ port: number; fingerprint: string } | null>;
};

/** What the calls about machines know of the process that answers them. */
export type MachinePort = {
  /** The mark of this machine. */
  id: string;
  /** Where other machines reach this process; null where it listens for none. */
  joinPort: number | null;
  /** The machine for a new workload; null where it cannot be said yet, so that the machine with its files claims it. */
  place(): string | null;
  /**
   * The machine for a workload that leaves one, by the same rules; null when there is no other. `php`: a release series that it must have.
   */
  placeBeside(nodeId: string, php?: string | null): string | null;
  /** This machine, for a workload whose beginning is in its data folder; null as above. */
  here(): string | null;
  /** @throws ElsewhereError when another machine has what a row names: the call is passed on to it */
  needHere(nodeId: string | null): void;
  /** Whether what the `node_id` of a row names is on this machine. */
  isHere(nodeId: string | null): boolean;
  /** Whether there is another machine with the database. */
  hasOthers(): boolean;
  /** Whether this process may serve what is here; not once it has been without the database for so long that others may take it over. */
  mayServe(): boolean;
  /** Whether workloads can be passed on to another machine, and moved to it. */
  isReached(nodeId: string): boolean;
  /** Whether another machine has it, and cannot be asked now. */
  isAway(nodeId: string | null): boolean;
  /**
   * Sends a request to another machine. A body is sent as it comes.
   * @returns its answer; null when no machine answers
   */
  ask(nodeId: string, asked: Ask, body: Readable | null, gone: AbortSignal): Promise<IncomingMessage | 'open' | null>;
  /** What hosts workloads here, without the question whether they are here: for moves. */
  own: HostingDriver;
  /** Tells the processes of a machine to look whether it may still take part; without it they look within seconds. */
  look(id: string): Promise<void>;
};

/** Dependencies of the server's modules; one per process. Rooms above add theirs (release-core.ts). */
export interface AppContext {
  config: Config;
  db: Database;
  log: Logger;
  clock: Clock;
  mail: MailPort;
  /** The installation’s account at the payment provider; null where it has none. */
  payments: PaymentPort | null;
  paymentAccounts: PaymentAccounts;
  tasks: TaskEngine;
  hosting: HostingDriver;
  /** Null when this installation takes no pictures. */
  pictures: SitePictures | null;
  outside: Outside;
  /** The directory of plugins and themes; null where this installation has none. */
  directory: Directory | null;
  limits: LimitPort;
  /** Counts for Prometheus; absent where METRICS_PORT is off. */
  meter?: Meter | undefined;
  disk: DiskPort;
  /** Sites that are kept asleep. */
  holds: Pick<Holds, 'isHeld' | 'look'>;
  sftp: SftpPort;
  /** What serves the zones of customers' domains. */
  dns: DnsDriver;
  /** What the zones above customers' domains say of them. */
  delegations: Delegations;
  /** What issues certificates. */
  authority: CertificateAuthority;
  edge: EdgePort;
  partners: PartnerPort;
  secrets: SecretBox;
  /** Where backups are kept. */
  storage: Storage;
  /** Backups of the whole installation. */
  installation: InstallationPort;
  /** This machine among those of the installation. */
  machine: MachinePort;
  /** Reads what customers upload, in threads that can be ended. */
  uploads: UploadPool;
}
