import type { LimitKind, SiteLimits } from '@panel/contract';
import type { Endpoint, ExecResult } from '../driver.ts';
import type { SharedCore } from './core-store.ts';

/** The part of a site's folder that its own code may see. */
export type SiteMount = {
  siteId: string;
  /** Holds `public/` (document root), `data/` (database) and `wp-config.php`. */
  live: string;
  tmp: string;
  /** The shared WordPress that takes its place in `public/`; null when the site has files of its own there. */
  core?: SharedCore | null;
};

/** What all processes of a site have used: processor time since they started, and resident memory now. */
export type SiteUsage = { cpuMs: number; rssBytes: number };

/**
 * What a site's PHP is at work on, where the runtime knows: since when on a request (milliseconds since the epoch, null
 * for none), and whether on a command of the panel, which has a deadline of its own.
 */
export type SiteActivity = { requestSince: number | null; working: boolean };

/** A server of one site. `exited` settles when it ends for any reason. */
export type SiteProcess = {
  endpoint: Endpoint;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  usage(): Promise<SiteUsage>;
  activity?(): SiteActivity;
  /**
   * Since when PHP is at work on the oldest request that its visitor has left, in milliseconds since the epoch; null for
   * none. Where the runtime knows it although others are served meanwhile.
   */
  abandonedSince?(): number | null;
};

/**
 * Unix sockets on which the panel listens for one site: the HTTP proxy and the mail relay. Inside the site's network
 * they are 127.0.0.1:3128 and 127.0.0.1:2525 (`INSIDE_PORTS`); without them the site reaches nothing at all.
 */
export type SiteChannels = { egress: string; mail: string };

/** `token` is what a request must carry; `hit` is called when the site runs into a limit. */
export type ServeOptions = { token: string; limits: SiteLimits; hit(kind: LimitKind): void; channels?: SiteChannels };

/** `limits`: those of the site's plan; without them the ones of the smallest plan count. */
export type RunOptions = {
  env?: Record<string, string>;
  signal?: AbortSignal;
  channels?: SiteChannels;
  limits?: SiteLimits;
};

/** Our own scripts that work inside a site; they lie in `hosting/php`. */
export type SiteScript = 'install' | 'copy-database';

/** How PHP is run for a site: the machine's own interpreter or php-wasm. Both serve the same folder. */
export interface SiteRuntime {
  kind: 'native' | 'wasm';
  phpVersion: string;
  /** Whether it can show a site the shared WordPress so that the site cannot write to it. */
  sharesCore: boolean;
  /** Gives the folder to the user that the site's code runs as; does nothing where there is no such user. */
  own(mount: SiteMount): Promise<void>;
  serve(mount: SiteMount, options: ServeOptions): Promise<SiteProcess>;
  script(mount: SiteMount, script: SiteScript, input: Record<string, string>, options: RunOptions): Promise<ExecResult>;
  wp(mount: SiteMount, args: string[], options: RunOptions): Promise<ExecResult>;
  /** Ends helper processes that may still use a folder that is about to be moved or removed. */
  release(live: string): Promise<void>;
  /** Gives back what it has of the machine once every site has stopped; it may be used again afterwards. */
  close?(): Promise<void>;
}

/** Inside a sandbox or a wasm process every site sees the same paths. */
export const INSIDE = { live: '/site/live', tmp: '/tmp', panel: '/panel', core: '/site/core' } as const;

/** Where the channels of a site are inside its own network; `http` is its own web server. */
export const INSIDE_PORTS = { http: 8080, egress: 3128, mail: 2525 } as const;

/** PHP settings of a customer's site, the same on both runtimes. */
export const PHP_SETTINGS: Record<string, string> = {
  memory_limit: '256M',
  max_execution_time: '60',
  upload_max_filesize: '256M',
  post_max_size: '256M',
  max_file_uploads: '50',
  display_errors: '0',
  log_errors: '1',
  expose_php: '0',
  'date.timezone': 'UTC',
};
