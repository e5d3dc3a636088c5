import * as v from 'valibot';
import { SITE_STATUSES, TASK_STATUSES } from '../status.ts';

export {
  BACKUP_STATUSES,
  BACKUP_TYPES,
  CANCEL_WHEN,
  CMS_TYPES,
  DISK_WARNING_PERCENT,
  HEALTH_CODES,
  HEALTH_FILTERS,
  HEALTH_LEVELS,
  healthLabels,
  healthReasonLabels,
  MIGRATION_STATUSES,
  MIGRATION_TRANSITIONS,
  MIGRATION_TYPES,
  PROGRESS_UNITS,
  SITE_STATUSES,
  SITE_TRANSITIONS,
  SITE_TYPES,
  SITE_ENVIRONMENTS,
  SITE_WARNINGS,
  siteStatusLabels,
  STEP_STATES,
  TASK_STATUSES,
  type HealthCode,
  type HealthFilter,
  type HealthLevel,
  type MigrationStatus,
  type MigrationType,
  type SiteEnvironment,
  type SiteWarning,
  type StatusTone,
} from '../status.ts';

export const SiteStatus = v.picklist(SITE_STATUSES);
export type SiteStatus = v.InferOutput<typeof SiteStatus>;

export const TaskStatus = v.picklist(TASK_STATUSES);
export type TaskStatus = v.InferOutput<typeof TaskStatus>;
