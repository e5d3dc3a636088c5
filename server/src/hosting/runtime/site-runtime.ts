import type { LimitKind, PhpSettings, SiteLimits } from '@panel/contract';
import type { Endpoint, ExecResult, PhpVersion } from '../driver.ts';
import type { SharedCore } from './core-store.ts';

/** The part of a site's folder that its own code can see. */
export type SiteMount = {
  siteId: string;
  /** Holds `public/` (document root), `data/` (database) and `wp-config.php`. */
  live: string;
  tmp: string;
  /** The shared WordPress that is mounted in `public/`; null when the site has its own files. */
  core?: SharedCore | null;
  /** The panel's Unix socket that leads to the site's database server; null or absent without one. */
  database?: string | null;
  /** What the site's owner chose; the defaults otherwise. */
  php?: PhpSettings | null;
  /** The release series of PHP that runs it; the runtime's first one otherwise. */
  phpVersion?: string | undefined;
};

/** Resource usage of a site's processes: processor time since start, and current resident memory. */
export type SiteUsage = { cpuMs: number; rssBytes: number };

/**
 * What a site's PHP is working on, if the runtime knows: since when on a request (milliseconds since the epoch, null
 * for none), and whether on a command of the panel, which has its own deadline.
 */
export type SiteActivity = { requestSince: number | null; working: boolean };

/** A server of one site. `exited` settles when it ends for any reason. */
export type SiteProcess = {
  endpoint: Endpoint;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  usage(): Promise<SiteUsage>;
  /** Lets the requests that run end, then the process; by default it is stopped. */
  drain?(): void;
  activity?(): SiteActivity;
  /**
   * Since when PHP has been working on the oldest request that its visitor has left, in milliseconds since the epoch;
   * null for none. Only where the runtime knows it while other requests run.
   */
  abandonedSince?(): number | null;
};

/**
 * The panel's Unix sockets for one site: the HTTP proxy and the mail relay. Inside the site's network they are
 * 127.0.0.1:3128 and 127.0.0.1:2525 (`INSIDE_PORTS`); without them the site has no network.
 */
export type SiteChannels = { egress: string; mail: string };

/** Requests must carry `token`; `hit` is called when the site hits a limit. */
export type ServeOptions = { token: string; limits: SiteLimits; hit(kind: LimitKind): void; channels?: SiteChannels };

/** `limits`: those of the site's plan; by default those of the smallest plan. */
export type RunOptions = {
  env?: Record<string, string>;
  signal?: AbortSignal;
  channels?: SiteChannels;
  limits?: SiteLimits;
  /** For WP-CLI: a file of the temporary folder, whose path is the command's last argument. */
  file?: string;
};

/** The last argument of a command that gets a file; `tmp` as the command sees it. */
export const fileArgument = (tmp: string, { file }: Pick<RunOptions, 'file'>): string[] =>
  file === undefined ? [] : [`${tmp}/${file}`];

/** Our own scripts that run inside a site; located in `hosting/php`. */
export type SiteScript =
  | 'install'
  | 'copy-database'
  | 'read-database'
  | 'content-digest'
  | 'keep-tables'
  | 'export-changes'
  | 'apply-changes'
  | 'compile'
  | 'import'
  | 'make-blueprint'
  | 'apply-blueprint';

/** Runs PHP for sites: the machine's own interpreter or php-wasm. Both serve the same folder. */
export interface SiteRuntime {
  kind: 'native' | 'wasm';
  phpVersion: string;
  extensions?: readonly string[] | null;
  /** All versions where there are several (`joinPhpVersions`); the first is `phpVersion`. */
  versions?: readonly PhpVersion[];
  /** The name of this build of PHP, where it can load what it compiled before; null or absent elsewhere. */
  build?: string | null;
  /** Whether it can mount the shared WordPress read-only in a site. */
  sharesCore: boolean;
  /** Why its sites cannot have a database on a server; null when they can. */
  noDatabases?: string | null;
  /** Gives the folder to the user of the site's code, if there is one. */
  own(mount: SiteMount): Promise<void>;
  serve(mount: SiteMount, options: ServeOptions): Promise<SiteProcess>;
  script(mount: SiteMount, script: SiteScript, input: Record<string, string>, options: RunOptions): Promise<ExecResult>;
  wp(mount: SiteMount, args: string[], options: RunOptions): Promise<ExecResult>;
  /** Ends helper processes that may still use a folder before it is moved or removed. */
  release(live: string): Promise<void>;
  /** Releases machine resources once every site has stopped; the runtime can be used again afterwards. */
  close?(): Promise<void>;
}

/** Inside a sandbox or a wasm process every site sees the same paths. */
export const INSIDE = { live: '/site/live', tmp: '/tmp', panel: '/panel', core: '/site/core' } as const;

/** Ports of the site's channels in its own network; `http` is its own web server. */
export const INSIDE_PORTS = { http: 8080, egress: 3128, mail: 2525, database: 3306, postgres: 5432 } as const;

/** Each connection to a channel costs the panel's process something, so it is held back beside PHP, at the site's own expense. */
export const CHANNEL_PACE = { most: 32, perSecond: 25, burstSeconds: 4 } as const;

/** Every request of a WordPress opens a connection to its database, which costs the panel's process nothing. */
export const DATABASE_PACE = { most: 64, perSecond: 400, burstSeconds: 2 } as const;
