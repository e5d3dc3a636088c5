import type { LimitKind, SiteLimits } from '@panel/contract';

/**
 * The port through which the panel hosts what customers create. Every call is idempotent: a worker that died
 * half way calls it again and ends in the same place. All errors are `HostingError`.
 */
export type SiteKind = 'wordpress' | 'static';

/** What is to be hosted. `siteId` names the folder on disk: letters, digits, `_` and `-`, 64 at most. */
export type SiteSpec = {
  siteId: string;
  kind: SiteKind;
  fqdn: string;
  /** The public address with its port, e.g. `http://name.aurora-sites.localhost:8099`. */
  url: string;
  title: string;
  adminUser: string;
  adminEmail: string;
  /** WordPress only; never written to the site's own record. */
  adminPassword: string;
  phpVersion?: string;
  wpVersion?: string;
  /** Static only: path below the document root → text. Without it a welcome page is written. */
  files?: Record<string, string>;
};

export type Progress = { note(line: string): void; signal: AbortSignal };

/**
 * Where a running site listens: a Unix socket where the site has a network of its own, otherwise a port of the
 * loopback interface. Only a request that carries `token` (header `x-panel-edge`) is answered.
 */
export type Endpoint = ({ host: '127.0.0.1'; port: number } | { socketPath: string }) & { token?: string };

/** Is told when a site ran into a limit of its plan; never throws. */
export type LimitPort = { hit(siteId: string, kind: LimitKind): void };

/** What the plan of a site allows, asked when its processes start. */
export type LimitsOf = (siteId: string) => Promise<SiteLimits>;

/** Files and folders that the disk still has room for, and how many of them are kept in reserve; infinite where there is no limit. */
export type FreeInodes = { free: number; reserve: number };

/** `files` counts folders too. Not `complete`: there is more, which could not be read or counted. */
export type Usage = { bytes: number; files: number; complete: boolean };
export type Check = { name: string; ok: boolean; detail: string };
export type SiteInfo = { wpVersion: string | null; phpVersion: string | null };
export type Verification = { ok: boolean; checks: Check[]; info: SiteInfo };
export type ExecResult = { code: number; stdout: string; stderr: string };

export type HostingStepName = 'files' | 'configure' | 'install' | 'start' | 'verify';

/** One recorded part of a creation: `run` may be repeated, `check` tells whether its postcondition holds. */
export type HostingStep = {
  name: HostingStepName;
  title: string;
  run(p: Progress): Promise<void>;
  check(): Promise<boolean>;
};

export type Capabilities = { php: 'native' | 'wasm' | null; wpVersions: string[]; phpVersions: string[] };

/** The folder whose files the edge may serve itself: the whole site, or only the assets of a WordPress. */
export type PublicFiles =
  | { root: string; mode: 'site' }
  /** `core`: the folder of the shared WordPress, whose `entries` are seen in `root`. */
  | { root: string; mode: 'assets'; core: { folder: string; entries: readonly string[] } | null };

export interface HostingDriver {
  /** Runs every step of `steps` in order, skipping those whose postcondition already holds. */
  create(spec: SiteSpec, p: Progress): Promise<void>;
  steps(spec: SiteSpec): HostingStep[];
  /** Idempotent; concurrent calls share one start. Also marks the site as used now. */
  start(siteId: string): Promise<Endpoint>;
  stop(siteId: string): Promise<void>;
  /** Leaves neither files nor processes behind; a site that does not exist is fine. */
  destroy(siteId: string): Promise<void>;
  /** Copies files and database; the copy keeps the users of the original and answers at its own address. */
  clone(fromId: string, to: SiteSpec, p: Progress): Promise<void>;
  snapshot(siteId: string, toFile: string): Promise<void>;
  restore(siteId: string, fromFile: string): Promise<void>;
  /** WP-CLI with an argument vector (no shell). A command that ends with an error is a result, not an exception. */
  exec(siteId: string, args: string[], opts?: { timeoutMs?: number }): Promise<ExecResult>;
  /** Either the old or the new address works at any moment; run again after a crash, it completes. */
  rename(siteId: string, next: { fqdn: string; url: string }, p: Progress): Promise<void>;
  usage(siteId: string): Promise<Usage>;
  info(siteId: string): Promise<SiteInfo>;
  /** Really asks the site over HTTP with the Host header, and looks at its versions meanwhile. */
  verify(siteId: string, fqdn: string): Promise<Verification>;
  running(): string[];
  endpoint(siteId: string): Endpoint | null;
  stopAll(): Promise<void>;
  capabilities(): Capabilities;
  /**
   * Keeps a site from being stopped for idleness while a request is under way; call the result when it ended, with
   * `late` when it took longer than the plan of the site allows.
   */
  lease?(siteId: string): (outcome?: 'late') => void;
  /** What a look at the free space of the disk found, about once a second: sites that fill it are kept from writing. */
  diskLooked?(freeBytes: number, reserveBytes: number, inodes?: FreeInodes): Promise<void>;
  /** What the edge may serve from disk without asking the site's own process. */
  publicFiles?(siteId: string, kind: SiteKind): Promise<PublicFiles>;
}
