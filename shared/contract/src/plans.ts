/** Limits of each plan, as plain data: the server enforces them, the panel shows them. */

/** Limits of each site. Sizes in MB (2^20 bytes), times in seconds. */
export type SiteLimits = {
  memoryMb: number;
  /** Of one processor: 100 is one whole core. */
  cpuPercent: number;
  processes: number;
  openFiles: number;
  /** The largest single file that the site's own code may write. */
  fileSizeMb: number;
  /** Files and database together. */
  diskMb: number;
  /** Files and folders together; a new WordPress has about 4,000. */
  maxFiles: number;
  /** Time limit of a request, from the first byte to the last. */
  requestSeconds: number;
  concurrentRequests: number;
  mailsPerHour: number;
};

/** Limits of each customer. */
export type AccountLimits = {
  sites: number;
  /** Concurrent tasks of one customer; more wait for their turn. */
  concurrentTasks: number;
};

export type PlanLimits = { site: SiteLimits; account: AccountLimits };

const FREE: PlanLimits = {
  site: {
    memoryMb: 512,
    cpuPercent: 100,
    processes: 32,
    openFiles: 512,
    fileSizeMb: 512,
    diskMb: 2048,
    maxFiles: 100_000,
    requestSeconds: 60,
    concurrentRequests: 16,
    mailsPerHour: 50,
  },
  account: { sites: 20, concurrentTasks: 2 },
};
const STARTER: PlanLimits = {
  site: {
    memoryMb: 768,
    cpuPercent: 100,
    processes: 48,
    openFiles: 1024,
    fileSizeMb: 1024,
    diskMb: 5120,
    maxFiles: 200_000,
    requestSeconds: 60,
    concurrentRequests: 24,
    mailsPerHour: 100,
  },
  account: { sites: 40, concurrentTasks: 2 },
};
const PRO: PlanLimits = {
  site: {
    memoryMb: 1024,
    cpuPercent: 150,
    processes: 64,
    openFiles: 1024,
    fileSizeMb: 1024,
    diskMb: 10_240,
    maxFiles: 400_000,
    requestSeconds: 120,
    concurrentRequests: 32,
    mailsPerHour: 200,
  },
  account: { sites: 150, concurrentTasks: 3 },
};
const PREMIUM: PlanLimits = {
  site: {
    memoryMb: 1536,
    cpuPercent: 200,
    processes: 96,
    openFiles: 2048,
    fileSizeMb: 2048,
    diskMb: 25_600,
    maxFiles: 600_000,
    requestSeconds: 120,
    concurrentRequests: 48,
    mailsPerHour: 500,
  },
  account: { sites: 400, concurrentTasks: 3 },
};
const BUSINESS: PlanLimits = {
  site: {
    memoryMb: 2048,
    cpuPercent: 200,
    processes: 128,
    openFiles: 4096,
    fileSizeMb: 4096,
    diskMb: 51_200,
    maxFiles: 1_000_000,
    requestSeconds: 180,
    concurrentRequests: 64,
    mailsPerHour: 1000,
  },
  account: { sites: 1000, concurrentTasks: 4 },
};

/** The hosting tiers of the specification; a trial has the limits of its plan. */
export const PLAN_LIMITS: Readonly<Record<string, PlanLimits>> = {
  FREE,
  STARTER,
  PRO,
  PREMIUM,
  BUSINESS,
  'STARTER TRIAL': STARTER,
  'PRO TRIAL': PRO,
  'PREMIUM TRIAL': PREMIUM,
  STARTER_WITH_TRIAL: STARTER,
  PRO_WITH_TRIAL: PRO,
  PREMIUM_WITH_TRIAL: PREMIUM,
};

/** The plans that a partner can sell elsewhere, by a link of its own (spec §3). */
export const BUY_LINK_PLANS = ['STARTER', 'PRO', 'PREMIUM', 'BUSINESS'] as const;
export type BuyLinkPlan = (typeof BUY_LINK_PLANS)[number];

/** The limits of a plan; the smallest plan's for an unknown one. */
export const limitsOfPlan = (planType: string): PlanLimits =>
  (Object.hasOwn(PLAN_LIMITS, planType) ? PLAN_LIMITS[planType] : undefined) ?? FREE;

/** The kinds of limits that a site can hit. */
export const LIMIT_KINDS = [
  'memory',
  'cpu',
  'processes',
  'files',
  'fileSize',
  'disk',
  'time',
  'requests',
  'mails',
  'network',
] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
