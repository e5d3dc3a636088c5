/** Values of applications, as plain data: for the contract, the server and labels. */

/** How an application is delivered: an uploaded zip, one repository, or a front end and a back end. */
export const APP_TYPES = ['manual', 'fullstack', 'frontend'] as const;
export type AppType = (typeof APP_TYPES)[number];

/** How it was created (spec §3). */
export const APP_MODES = ['template', 'scratch', 'existingApp', 'manualDeploy', 'fullStack'] as const;
export type AppMode = (typeof APP_MODES)[number];

/** The part of a full-stack application that a workload is; `whole` for every other. */
export const APP_PARTS = ['whole', 'frontend', 'backend'] as const;
export type AppPart = (typeof APP_PARTS)[number];

/** States of a build (decision: Statuses). */
export const BUILD_STATUSES = [
  'queued',
  'building',
  'deploying',
  'success',
  'failed',
  'cancelled',
  'superseded',
] as const;
export type BuildStatus = (typeof BUILD_STATUSES)[number];

/** Statuses from which a build moves on. */
export const ACTIVE_BUILD_STATUSES = ['queued', 'building', 'deploying'] as const satisfies readonly BuildStatus[];

/** What a build does one after the other. */
export const BUILD_STAGES = ['fetch', 'recognize', 'install', 'build', 'release', 'publish'] as const;
export type BuildStage = (typeof BUILD_STAGES)[number];

/** What started a build. */
export const BUILD_TRIGGERS = ['create', 'manual', 'push', 'upload', 'restore', 'promote'] as const;
export type BuildTrigger = (typeof BUILD_TRIGGERS)[number];

/** What a server for Git is told about the build of a commit. */
export const COMMIT_STATES = ['queued', 'pending', 'success', 'failure', 'error'] as const;
export type CommitState = (typeof COMMIT_STATES)[number];

/** Where the code is: shipped with the panel, GitHub, any https Git address, the panel's own Git, or an uploaded zip. */
export const APP_SOURCES = ['template', 'github', 'git', 'panel', 'zip'] as const;
export type AppSource = (typeof APP_SOURCES)[number];

/**
 * What the panel may do with a repository that was chosen by the GitHub App: nothing once its owner has disconnected GitHub, once the
 * App was removed or suspended there, or the repository was taken from it.
 */
export const GITHUB_ACCESS = ['ok', 'disconnected', 'removed', 'suspended', 'repository'] as const;
export type GithubAccess = (typeof GITHUB_ACCESS)[number];

/** How a release answers: files from the edge, or a process of its own. */
export const APP_RUNTIMES = ['static', 'node'] as const;
export type AppRuntime = (typeof APP_RUNTIMES)[number];

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

export const APP_ENVIRONMENTS = ['production', 'preview'] as const;
export type AppEnvironment = (typeof APP_ENVIRONMENTS)[number];

/** When a variable is set: while the code is built, while the server runs, or both. */
export const VARIABLE_PHASES = ['build', 'run', 'both'] as const;
export type VariablePhase = (typeof VARIABLE_PHASES)[number];

/** Releases of an application that are kept for a roll-back. */
export const KEPT_RELEASES = 10;
/** The largest zip of a manual deployment. */
export const APP_ZIP_MAX_BYTES = 256 * 1024 * 1024;
export const APP_VARIABLES_MAX = 200;

type AppLimits = {
  apps: number;
  /** Minutes of builds in a calendar month (UTC). */
  buildMinutes: number;
};
const APP_LIMITS: Readonly<Record<string, AppLimits>> = {
  FREE: { apps: 5, buildMinutes: 300 },
  STARTER: { apps: 10, buildMinutes: 600 },
  PRO: { apps: 40, buildMinutes: 1500 },
  PREMIUM: { apps: 100, buildMinutes: 3000 },
  BUSINESS: { apps: 250, buildMinutes: 6000 },
};

/** The limits of a customer's plan for applications; a trial has those of its plan, an unknown plan those of the smallest. */
export const appLimitsOf = (planType: string): AppLimits =>
  APP_LIMITS[planType.replace(/[ _](?:WITH_)?TRIAL$/, '')] ?? (APP_LIMITS['FREE'] as AppLimits);

/**
 * Secrets with which a push is told to the panel: the key of a webhook's signature, the address of a deploy hook, and the password of
 * the application's repository in the panel.
 */
export const PUSH_SECRETS = ['webhook', 'hook', 'git'] as const;
export type PushSecret = (typeof PUSH_SECRETS)[number];

/** Who told of a push: a server for Git, a program that called the deploy hook, or the panel's own Git. */
export const DELIVERY_SENDERS = ['github', 'gitlab', 'gitea', 'bitbucket', 'hook', 'panel'] as const;
export type DeliverySender = (typeof DELIVERY_SENDERS)[number];

/** What became of it. */
export const DELIVERY_RESULTS = [
  'receiving',
  'build',
  'preview',
  'ended',
  'off',
  'branch',
  'event',
  'repeated',
  'signature',
  'unreadable',
  'limit',
] as const;
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

/** Previews of one application that answer; one more ends the one whose time is over first. */
export const PREVIEWS_MAX = 10;
/** Days without a push after which a preview ends: unless chosen, and at most. */
export const PREVIEW_DAYS = 7;
export const PREVIEW_DAYS_MAX = 90;
/** Patterns of branches that get previews. */
export const PREVIEW_PATTERNS_MAX = 20;

/** Addresses beside the calls: webhooks of repositories, deploy hooks, and the panel's own Git. */
export const WEBHOOK_PATH = '/.panel/webhook/';
export const DEPLOY_HOOK_PATH = '/.panel/deploy/';
export const GIT_PATH = '/git/';
/** Where the GitHub App of the installation sends its events, at any host of the panel. */
export const GITHUB_APP_WEBHOOK_PATH = '/github-app/webhook';
/** Where GitHub sends browsers back to when one address serves the panels of all partners. */
export const GITHUB_APP_RETURN_PATH = '/github-app/return';

/** Of the database of an application. */
export const APP_DATABASE_STATUSES = ['creating', 'changing', 'ready', 'deleting', 'failed'] as const;
export type AppDatabaseStatus = (typeof APP_DATABASE_STATUSES)[number];

/** Of a command in the environment of an application. A skipped one was due while the application could not run it. */
export const RUN_STATUSES = ['queued', 'running', 'success', 'failed', 'cancelled', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Scheduled commands of one application. */
export const APP_SCHEDULES_MAX = 10;
