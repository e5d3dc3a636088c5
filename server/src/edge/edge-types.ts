import type { SiteLimits } from '@panel/contract';
import type { TrustedPeers } from '../http/client-address.ts';
import type { HostingDriver, LimitPort, SiteKind } from '../hosting/driver.ts';
import type { PaceOptions } from './answer-pace.ts';

/** The brand shown on the edge's own pages. Colours that are not `#rrggbb` or the like are ignored. */
export type EdgePartner = { companyName: string; colors: { primary: string; onPrimary?: string } };

/** The statuses of decision "Statuses"; the edge serves `ready` and `processing`. */
export type EdgeSiteStatus =
  | 'pending'
  | 'created'
  | 'deploying'
  | 'migrating'
  | 'processing'
  | 'ready'
  | 'failed'
  | 'moving';

export type EdgeSite = {
  siteId: string;
  kind: SiteKind;
  fqdn: string;
  status: EdgeSiteStatus;
  /** `passwordHash` is one of `hashSitePassword`. */
  passwordProtection: null | { username: string; passwordHash: string };
  partner: EdgePartner;
  /** What the site's plan allows. */
  limits: SiteLimits;
};

/** Finds the site of a host name: lower case, without port and trailing dot. */
export interface EdgeDirectory {
  resolve(host: string): Promise<EdgeSite | null>;
}

/** What a site was asked for on one day (UTC). Response bytes are those on the wire, headers included. */
export type Traffic = { day: string; requests: number; bytes: number; pageViews: number };

/** Takes batches of traffic; adding is cumulative. When it throws, the same numbers come again with the next batch. */
export interface MetricsSink {
  add(siteId: string, traffic: Traffic): void | Promise<void>;
}

/** Fields of a line; what was thrown goes in as `err`, so that the log takes out what must not be read. */
export type EdgeLog = { warn(fields: Record<string, unknown>, message: string): void };

export type EdgeConfig = {
  /** The installation's own proxies, whose X-Forwarded-* headers count. Default: none. */
  trusted?: TrustedPeers;
  /** Cookies of the panel, never shown to a hosted site. */
  panelCookies: string[];
  /** The scheme visitors use, as told to the sites. Default: that of the connection. */
  publicProtocol?: 'http' | 'https';
  /** How long a browser waits for a start before it gets the waiting page. Default 1,500 ms. */
  waitingPageAfterMs?: number;
  /** How long any request waits for a start. Default 30,000 ms. */
  startDeadlineMs?: number;
  /** Maximum duration of a request, even if the plan allows more. Default: the plan's limit. */
  requestMs?: number;
  /** How long a visitor may take nothing of an answer. Default 30,000 ms. */
  stallMs?: number;
  /** How fast all answers of one site may come together. Default 100 Mbit/s after 256 MB. */
  answerPace?: PaceOptions;
  /** How long an upload may stay below 1 KB/s. Default 30,000 ms. */
  uploadIdleMs?: number;
  /** Bytes of all uploads on disk together. One site, and one address, get a quarter at most. Default 2 GB. */
  uploadDiskBytes?: number;
  /** Folder for large uploads while they arrive. Default: one below the system's temporary folder. */
  uploadDir?: string;
  /** Whether there is no room on disk for large uploads. Default: there is. */
  isDiskLow?: () => Promise<boolean>;
  /** Default 256 MB. */
  maxBodyBytes?: number;
  /** How long an answer of the directory is kept. Default and most: 2,000 ms. */
  directoryCacheMs?: number;
  /** How often traffic is handed over. Default 5,000 ms. */
  metricsFlushMs?: number;
};

export type EdgeOptions = {
  directory: EdgeDirectory;
  driver: Pick<HostingDriver, 'start' | 'stop' | 'endpoint' | 'lease' | 'publicFiles'>;
  metrics: MetricsSink;
  /** Is told when a site ran into a limit of its plan. */
  limits: LimitPort;
  clock: { now(): number };
  log: EdgeLog;
  config: EdgeConfig;
};
