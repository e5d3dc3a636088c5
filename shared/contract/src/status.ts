/** Statuses and kinds as plain data, for code that displays them without a parser. The schemas are in schemas/. */

/** Site statuses of the wire (spec §4; transitions are a decision: Statuses). */
export const SITE_STATUSES = [
  'pending',
  'created',
  'deploying',
  'migrating',
  'moving',
  'processing',
  'ready',
  'failed',
] as const;
export type SiteStatus = (typeof SITE_STATUSES)[number];

/** From → to. Anything else is 409. A live site with a task changes ready → processing → ready. */
export const SITE_TRANSITIONS: Readonly<Record<SiteStatus, readonly SiteStatus[]>> = {
  pending: ['created', 'failed', 'moving'],
  created: ['deploying', 'migrating', 'processing', 'failed', 'moving'],
  deploying: ['ready', 'failed'],
  migrating: ['ready', 'failed'],
  processing: ['ready', 'failed'],
  ready: ['processing', 'moving'],
  failed: ['processing', 'moving'],
  moving: [],
};

/**
 * Whether a site is kept in the bin when it is deleted. One that was never installed has no content to keep: it is
 * deleted at once, and its name becomes available. An installed site has a measured size. A staging site is a copy of
 * its live site, with which it goes to the bin.
 */
export const isKeptInBin = ({ site_id, status, file_size, isStage }: DeletableSite): boolean =>
  site_id !== null && !isStage && (file_size !== null || (status !== 'created' && status !== 'failed'));

type DeletableSite = { site_id: string | null; status: SiteStatus; file_size: number | null; isStage: boolean };

export type StatusTone = 'warning' | 'info' | 'success' | 'danger' | 'neutral';

/** Tone and text of each status. `moving` is shown as Deleting, a missing one as a dash (spec §4). */
export const siteStatusLabels: Readonly<Record<SiteStatus, { label: string; tone: StatusTone }>> = {
  pending: { label: 'Pending', tone: 'warning' },
  created: { label: 'Created', tone: 'info' },
  deploying: { label: 'Deploying', tone: 'info' },
  migrating: { label: 'Migrating', tone: 'info' },
  moving: { label: 'Deleting', tone: 'info' },
  processing: { label: 'Processing', tone: 'info' },
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** How something that runs is, as its last checks found it; `working` while a task changes it, `unknown` before its first check. */
export const HEALTH_LEVELS = ['healthy', 'attention', 'down', 'working', 'unknown'] as const;
export type HealthLevel = (typeof HEALTH_LEVELS)[number];

/** Levels by which lists are filtered: all of them, so that the numbers of a dashboard add up. */
export const HEALTH_FILTERS = HEALTH_LEVELS;
/** Levels with a known problem. */
export const UNWELL = ['attention', 'down'] as const satisfies readonly HealthLevel[];
/** Levels without one. */
export const NO_PROBLEM = ['healthy', 'unknown'] as const satisfies readonly HealthLevel[];
export type HealthFilter = (typeof HEALTH_FILTERS)[number];

export const healthLabels: Readonly<Record<HealthLevel, { label: string; tone: StatusTone }>> = {
  healthy: { label: 'Healthy', tone: 'success' },
  attention: { label: 'Needs attention', tone: 'warning' },
  down: { label: 'Down', tone: 'danger' },
  working: { label: 'Processing', tone: 'info' },
  unknown: { label: 'Not checked yet', tone: 'neutral' },
};

/**
 * What may soon be a problem, by which lists are filtered: a certificate that could not be requested or ends without being renewed,
 * and files that need nearly all space of the plan.
 */
export const SITE_WARNINGS = ['certificate', 'disk'] as const;
export type SiteWarning = (typeof SITE_WARNINGS)[number];

/** Live sites are those that totals count; a staging environment belongs to one. */
export const SITE_ENVIRONMENTS = ['live', 'staging'] as const;
export type SiteEnvironment = (typeof SITE_ENVIRONMENTS)[number];
/** The share of a plan's space, in percent, from which a site is reported. */
export const DISK_WARNING_PERCENT = 90;

/** What keeps it from being healthy: a failed check, or what else was found. */
export const HEALTH_CODES = [
  'HTTP',
  'WordPress',
  'Runtime',
  'DNS',
  'Certificate',
  'CDN',
  'TASK_FAILED',
  'HELD',
  'CERTIFICATE_ENDS',
  'BACKUP_FAILED',
  'RESTORE_TEST_FAILED',
  'LIMIT_HIT',
  'RESTORED_ELSEWHERE',
] as const;
export type HealthCode = (typeof HEALTH_CODES)[number];

export const healthReasonLabels: Readonly<Record<HealthCode, string>> = {
  HTTP: 'Pages fail',
  WordPress: 'WordPress fails',
  Runtime: 'PHP fails',
  DNS: 'DNS points elsewhere',
  Certificate: 'Certificate problem',
  CDN: 'Cache not in use',
  TASK_FAILED: 'Last change failed',
  HELD: 'Paused',
  CERTIFICATE_ENDS: 'Certificate ends soon',
  BACKUP_FAILED: 'Backup failed',
  RESTORE_TEST_FAILED: 'Restore test failed',
  LIMIT_HIT: 'Limit reached',
  RESTORED_ELSEWHERE: 'Restored from a backup',
};

/**
 * How far the restore of a workload of a lost machine is. `waiting`: its row still names the lost machine. `placed`: another machine has it,
 * and restores it once no task works on it.
 */
export const RECOVERY_STATES = ['waiting', 'placed', 'restoring', 'restored', 'failed'] as const;
export type RecoveryState = (typeof RECOVERY_STATES)[number];

/** Kinds of sites (spec §3), and their names. */
export const SITE_TYPES = ['wordpress', 'ftp_migration', 'ftp', 'site_builder', 'github'] as const;

/** Containerised content systems; a site of another type counts as available (data calls §3). */
export const CMS_TYPES: readonly string[] = ['wordpress', 'joomla', 'drupal'];

export const siteTypeLabels: Readonly<Record<(typeof SITE_TYPES)[number], string>> = {
  wordpress: 'WordPress',
  ftp_migration: 'FTP migration',
  ftp: 'FTP',
  site_builder: 'Site builder',
  github: 'GitHub',
};

/** Kinds of backups (spec §3), and their statuses (decision: Statuses). */
export const BACKUP_TYPES = ['manual', 'daily', 'weekly', 'system_generated'] as const;
export const BACKUP_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;

/** How a site moves here, and how far it has got (spec §3, §4; transitions are a decision: Statuses). */
export const MIGRATION_TYPES = ['host', 'backup', 'plugin'] as const;
export type MigrationType = (typeof MIGRATION_TYPES)[number];
export const MIGRATION_STATUSES = ['pending', 'inprogress', 'cancelled', 'completed', 'ready', 'failed'] as const;
export type MigrationStatus = (typeof MIGRATION_STATUSES)[number];

/** From → to. Anything else is 409. Completed: the copy answers. Ready: it answers at the chosen address. */
export const MIGRATION_TRANSITIONS: Readonly<Record<MigrationStatus, readonly MigrationStatus[]>> = {
  pending: ['inprogress', 'cancelled', 'failed'],
  inprogress: ['completed', 'cancelled', 'failed'],
  completed: ['ready'],
  ready: [],
  cancelled: [],
  failed: [],
};

export const migrationStatusLabels: Readonly<Record<MigrationStatus, { label: string; tone: StatusTone }>> = {
  pending: { label: 'Waiting for migration', tone: 'warning' },
  inprogress: { label: 'In progress', tone: 'info' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  completed: { label: 'Copy ready', tone: 'info' },
  ready: { label: 'Ready', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

export const TASK_STATUSES = ['queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** `cancelled`: the step was stopped, or its effects were reverted. */
export const STEP_STATES = ['idle', 'running', 'done', 'failed', 'cancelled'] as const;

/** When a cancellation takes effect while a step runs. */
export const CANCEL_WHEN = ['now', 'after-step', 'no'] as const;

export const PROGRESS_UNITS = ['bytes', 'files', 'items', 'percent'] as const;
