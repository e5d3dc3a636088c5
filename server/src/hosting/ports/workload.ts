import type { ImportFiles } from '../../archive/import-files.ts';
import type { Amount } from '../../lib/amount.ts';

/** The name of a kind of workload, such as `wordpress` or `static`. */
export type SiteKind = string;

/** The site to host. `siteId` names the folder on disk: letters, digits, `_` and `-`, 64 at most. */
export type SiteSpec = {
  siteId: string;
  kind: SiteKind;
  fqdn: string;
  /** The public address with its port, e.g. `http://name.aurora-sites.localhost:8099`. */
  url: string;
  title: string;
  adminUser: string;
  adminEmail: string;
  /** WordPress only; never written to the site's record. */
  adminPassword: string;
  /** Release series, e.g. `8.3`. */
  phpVersion?: string;
  wpVersion?: string;
  /** Static only: path below the document root → text. Without it a welcome page is written. */
  files?: Record<string, string>;
  /** The content of the new site; by default a fresh WordPress, or `files`. */
  from?: SiteOrigin | undefined;
};

/**
 * An uploaded zip on disk. `list` reads what is in it outside of the event loop, each time anew.
 * @throws PanelError ARCHIVE_REFUSED with the reason, UPLOAD_STOPPED, UPLOADS_WAITING (`list`)
 */
export type UploadedSite = { file: string; list(): Promise<ImportFiles> };

/**
 * A file of the panel with the content of a new site. `archive`: one that `snapshot` wrote; a WordPress keeps its users.
 * `import`: an uploaded zip; with `otherTables`, every change of the address of the site reaches tables without its
 * prefix, too.
 */
export type SiteOrigin = { kind: 'archive'; file: string } | ({ kind: 'import'; otherTables?: boolean } & UploadedSite);

/** `progress` may be called any number of times. */
export type Progress = { note(line: string): void; progress?(amount: Amount): void; signal: AbortSignal };

/** Gets a line for people about what differs from what was asked. */
export type Noting = Pick<Progress, 'note'>;

/**
 * Where a running site listens: a Unix socket if the site has its own network, otherwise a loopback port. It answers
 * only requests with `token` (header `x-panel-edge`).
 */
export type Endpoint = ({ host: '127.0.0.1'; port: number } | { socketPath: string }) & {
  token?: string;
  /** Aborted before the site is stopped: an answer that then ends without its length may be cut. */
  stopped?: AbortSignal;
};

/** A visitor's request, or work of the panel, which is no use of the site. */
export type LeaseUse = 'visit' | 'upkeep';

/** `files` includes folders. Not `complete`: there is more, which could not be read or counted. */
export type Usage = { bytes: number; files: number; complete: boolean };

export type Check = { name: string; ok: boolean; detail: string };

/** Of `verify`: `phpVersion` is what the site's own process says, null when it does not answer. */
export type SiteInfo = { wpVersion: string | null; phpVersion: string | null };

export type Verification = { ok: boolean; checks: Check[]; info: SiteInfo };

export type HostingStepName = 'files' | 'configure' | 'install' | 'restore' | 'import' | 'start' | 'verify';

/** One recorded step of a creation: `run` may be repeated, `check` returns whether its postcondition holds. */
export type HostingStep = {
  name: HostingStepName;
  title: string;
  run(p: Progress): Promise<void>;
  check(): Promise<boolean>;
  /** How often a failure that may pass is worth another try, and the wait before the first. */
  retry?: { times: number; backoffSeconds: number };
};

/** Lifecycle: what every workload has. */
export interface Workload {
  /** Runs every step of `steps` in order, skipping those whose postcondition is already met. */
  create(spec: SiteSpec, p: Progress): Promise<void>;
  steps(spec: SiteSpec): HostingStep[];
  /** Idempotent; concurrent calls share one start. Also marks the site as used, except for `upkeep`. */
  start(siteId: string, use?: LeaseUse): Promise<Endpoint>;
  /** Stops what this process runs of the site. Changes below do that themselves, in every process. */
  stop(siteId: string): Promise<void>;
  /**
   * Stops the site in every process; the next request starts it anew, with the settings that apply then.
   * @throws HostingError `BUSY` when another process does not stop it within a minute
   */
  sleep(siteId: string): Promise<void>;
  /** Leaves neither files nor processes behind; succeeds for a missing site. */
  destroy(siteId: string, p?: Pick<Progress, 'progress'>): Promise<void>;
  /** At any moment either the old or the new address works; run it again after a crash to complete it. */
  rename(siteId: string, next: { fqdn: string; url: string }, p: Progress): Promise<void>;
  usage(siteId: string): Promise<Usage>;
  info(siteId: string): Promise<SiteInfo>;
  /**
   * Requests the site over HTTP with its Host header, and reads its versions meanwhile. With `upkeep` a site that was asleep
   * sleeps again soon after.
   */
  verify(siteId: string, fqdn: string, use?: LeaseUse): Promise<Verification>;
}
