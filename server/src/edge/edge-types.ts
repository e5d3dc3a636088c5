import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Relayed } from '../lib/relayed.ts';
import type { Upgrade } from '../listen/upgrade.ts';
import type { SiteLimits } from '@panel/contract';
import type { TrustedPeers } from '../lib/client-address.ts';
import type { HostingDriver, LimitPort, SiteKind } from '../hosting/driver.ts';
import type { AttemptCounter } from '../lib/attempt-counter.ts';
import type { Batch } from '../lib/counter.ts';
import type { PaceOptions } from './answer-pace.ts';
import type { CacheRules } from './cache/index.ts';

/** The brand of the edge's own pages. Colours that are not `#rrggbb` or similar are ignored. */
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
  /** The host name to which visitors of this one are sent. */
  redirectTo?: string;
  /** What visitors without encryption get, and what browsers remember. Absent: neither. */
  https?: { force: boolean; hsts: boolean };
  status: EdgeSiteStatus;
  /** Its customer is suspended: visitors get the partner's page instead. Default: no. */
  isSuspended?: boolean;
  /** `passwordHash` comes from `hashSitePassword`. */
  passwordProtection: null | { username: string; passwordHash: string };
  partner: EdgePartner;
  /** The limits of the site's plan. */
  limits: SiteLimits;
  /** Whether its forms can be sent to the panel. Default: no. */
  hasForms?: boolean;
  /** Answers what is below `/api` of this host: the back end of a full-stack application. */
  backend?: Pick<EdgeSite, 'siteId' | 'kind' | 'status' | 'limits'>;
  /** A preview of an application: no search engine lists it. Default: no. */
  isPreview?: boolean;
  /** Absent: the cache keeps nothing of the site. */
  cache?: CacheRules;
  /** The machine that has its files. Default: this one. */
  nodeId?: string | null;
  /** How often something of it was purged from the caches of all processes. Default: never. */
  cacheGeneration?: number;
};

/** Finds what a host name belongs to: lower case, without port and trailing dot. */
export interface EdgeDirectory {
  /** The site at this address. */
  resolve(host: string): Promise<EdgeSite | null>;
  /** The partner below whose domain an address without a site is. */
  partnerOf(host: string): Promise<EdgePartner | null>;
}

/** Lets people with a link that the panel made use the database of a site in their browser. */
export interface DatabaseGate {
  /** Exchanges the secret of a link for that of a session, once; null when the link is not valid. */
  enter(siteId: string, link: string): Promise<{ secret: string; expiresAt: Date } | null>;
  /** The name of the session with this secret; null when it has ended, or the site is not ready. */
  session(siteId: string, secret: string): Promise<string | null>;
}

/** What a form of a site sends; `body` is not read yet. */
export type FormPost = { siteId: string; form: string; type: string; body: AsyncIterator<Uint8Array> };

/** `next`: where the form asks to send its visitor, unchecked. Otherwise why nothing was stored. */
export type FormOutcome = { next: string } | 'invalid' | 'tooLarge' | 'full';

/** Reads and stores what visitors send with forms of sites. */
export interface FormPort {
  submit(post: FormPost): Promise<FormOutcome>;
}

/** Requests and bytes of one region or content type. */
export type TrafficPart = { part: 'region' | 'content'; name: string; requests: number; bytes: number };

/** What is counted of requests. Response bytes are those sent to visitors, headers included. */
export type TrafficFigures = {
  requests: number;
  bytes: number;
  /** By people. */
  pageViews: number;
  /** Requests that the cache answered. */
  hits: number;
  bots: number;
  s2xx: number;
  s3xx: number;
  s4xx: number;
  s5xx: number;
};

/** One site's traffic of one hour (UTC). */
export type Traffic = TrafficFigures & {
  day: string;
  /** ISO 8601, the start of the hour. */
  hour: string;
  /** Responses by class of the time until they began, see `lib/response-times.ts`; WebSockets are not among them. */
  times: readonly number[];
  parts: readonly TrafficPart[];
};

/** Stores batches of traffic; adding is cumulative. When it throws, the same batch comes again, with the same id. */
export interface MetricsSink {
  store(batch: Batch<Traffic & { siteId: string }>): Promise<void>;
}

/** Fields of a log line; a thrown error is passed as `err`, so that the log redacts it. */
export type EdgeLog = { warn(fields: Record<string, unknown>, message: string): void };

export type EdgeConfig = {
  /** The installation's own proxies, whose X-Forwarded-* headers count. Default: none. */
  trusted?: TrustedPeers;
  /** Cookies of the panel, never forwarded to a hosted site. */
  panelCookies: string[];
  /** The scheme of visitors whose connection is not encrypted, as reported to sites: a proxy may have ended it. Default: http. */
  publicProtocol?: 'http' | 'https';
  /** How long a browser waits for a start before it gets the waiting page. Default 1,500 ms. */
  waitingPageAfterMs?: number;
  /** How long any request waits for a start. Default 30,000 ms. */
  startDeadlineMs?: number;
  /** How long a request waits while the site serves as many as its plan allows. Default 2,000 ms. */
  slotWaitMs?: number;
  /** Maximum duration of a request, even if the plan allows more. Default: the plan's limit. */
  requestMs?: number;
  /** How long a visitor may stop reading a response. Default 30,000 ms. */
  stallMs?: number;
  /** How long nothing may move on an open WebSocket. Default 120,000 ms: most clients and servers ask one another twice a minute. */
  webSocketIdleMs?: number;
  /** How often is checked whether sites with open WebSockets are still served, besides after a change. Default 5,000 ms. */
  webSocketLookMs?: number;
  /** Rate of all responses of one site together. Default 100 Mbit/s after 256 MB. */
  answerPace?: PaceOptions;
  /** How long an upload may stay below 1 KB/s. Default 30,000 ms. */
  uploadIdleMs?: number;
  /** Bytes of all uploads on disk together. One site, and one address, get a quarter at most, and an address three quarters of what a site gets. Default 2 GB. */
  uploadDiskBytes?: number;
  /** Folder for large uploads while they arrive. Default: one below the system's temporary folder. */
  uploadDir?: string;
  /** Whether the disk has no room for large uploads. Default: it has. */
  isDiskLow?: () => Promise<boolean>;
  /** The https address of a host name; null without HTTPS. Default: none. */
  httpsAddress?: (host: string) => string | null;
  /** The answer to a challenge of a certificate authority; null when there is none. Default: none. */
  challenge?: (token: string, host: string) => Promise<string | null>;
  /** Default 256 MB. */
  maxBodyBytes?: number;
  /** Folder for large responses in the cache. Default: one below the system's temporary folder. */
  cacheDir?: string;
  /** How long a directory answer is cached. Default and maximum: 2,000 ms. */
  directoryCacheMs?: number;
  /** How often traffic is stored. Default 5,000 ms. */
  metricsFlushMs?: number;
};

/** The other machines of the installation. */
export type Elsewhere = {
  isHere(nodeId: string): boolean;
  /** Whether this machine may serve what is here; not while others may have taken it over. */
  mayServe(): boolean;
  /** The machine that a site moves to from this one, once it is there; null for one that stays. Rejects when that takes too long. */
  leftTo(siteId: string): Promise<string | null>;
  /** Passes a visit on; false when the machine does not answer, and nothing was sent to the visitor. */
  visit(nodeId: string, visit: PassedVisit): Promise<boolean>;
};
export type PassedVisit = Relayed & {
  req: IncomingMessage;
  res: ServerResponse;
  upgrade?: Upgrade | undefined;
  /** The head of the answer that opens a WebSocket; null when it is not a valid one. */
  head(req: IncomingMessage, answer: IncomingMessage): string | null;
};

export type EdgeOptions = {
  directory: EdgeDirectory;
  driver: Pick<HostingDriver, 'start' | 'stop' | 'endpoint' | 'lease' | 'publicFiles' | 'contentMark'>;
  metrics: MetricsSink;
  /** Called when a site hits a limit of its plan. */
  limits: LimitPort;
  /** Counts wrong passwords of protected sites, for all processes. */
  attempts: AttemptCounter;
  database: DatabaseGate;
  /** Absent: no site has forms. */
  forms?: FormPort;
  /** The other machines. Absent: there are none. */
  elsewhere?: Elsewhere;
  /** The country of an address as its ISO 3166 code. Absent: none is recorded. */
  regionOf?: (address: string) => string | null;
  clock: { now(): number };
  log: EdgeLog;
  config: EdgeConfig;
};
