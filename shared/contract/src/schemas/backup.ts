import * as v from 'valibot';
import { BACKUP_STATUSES, BACKUP_TYPES } from '../status.ts';
import { expected } from './expected.ts';
import { Fqdn, Id, queryInteger, queryList } from './fields.ts';
import { FileFolder, FilePath } from './file.ts';
import { LicenseKey } from './license.ts';
import { list } from './bounded.ts';
import { listQuery } from './list.ts';

/** The archive of a site or an application in the storage. It can be restored and downloaded once it has succeeded. */
export const Backup = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(BACKUP_TYPES),
  site_id: v.string(),
  site_fqdn: v.string(),
  /** The task that made it. */
  task_id: v.string(),
  status: v.picklist(BACKUP_STATUSES),
  /** Bytes of the archive, and its SHA-256 in hexadecimal digits; null until it is stored. */
  size: v.nullable(v.number()),
  sha256: v.nullable(v.string()),
  /** The PostgreSQL of an application in the archive, and the bytes of its dump; null without one, and for sites. */
  database: v.nullable(v.object({ bytes: v.number() })),
  /** When the stored archive last matched its SHA-256. */
  verified_at: v.nullable(v.string()),
  /** What a restore beside the site showed: whether it started and answered over HTTP. Null before the first. */
  proof: v.nullable(
    v.object({
      ok: v.boolean(),
      checked_at: v.string(),
      checks: v.array(v.object({ name: v.string(), ok: v.boolean(), detail: v.string() })),
      /** What the restored copy showed; null where no picture could be taken. */
      picture_url: v.nullable(v.string()),
    }),
  ),
  /** The last restore beside the site ended without a result, such as while the storage was away; null after a proof. */
  proof_missed: v.nullable(v.object({ at: v.string(), detail: v.string() })),
  /** Why it failed, or how its archive was found to be damaged. */
  error: v.nullable(v.string()),
  partner_domain: v.string(),
  reseller_email: v.string(),
  created_at: v.string(),
});
export type Backup = v.InferOutput<typeof Backup>;

export const BACKUP_ORDER_COLUMNS = ['created_at', 'name', 'type', 'status', 'size'] as const;

/** Tenant fields that clients send out of habit (decision: Tenancy). */
const tenantHints = { partner_domain: v.optional(v.string()), reseller_email: v.optional(v.string()) };

export const BackupName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxLength(120, 'At most 120 characters are allowed.'),
);

export const BackupListQuery = v.object({
  ...listQuery(BACKUP_ORDER_COLUMNS),
  site_id: v.optional(Id),
  site_fqdn: v.optional(Fqdn),
  /** Part of the name. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
  type: v.optional(queryList(BACKUP_TYPES)),
  /** Also those of deleted sites, as long as they are in the bin. */
  include_deleted: v.optional(v.literal('true')),
});

export const BackupCreateInput = v.object({
  ...tenantHints,
  site_fqdn: Fqdn,
  name: v.optional(BackupName),
  /** The panel itself makes the other types. */
  type: v.optional(v.literal('manual'), 'manual'),
});

/**
 * A new site from a backup (spec §7, "Create site"). Only the id of the backup decides; its other fields are compared with
 * the session where they name a tenant. Only sub-domains until custom domains come.
 */
export const SiteFromBackupInput = v.object({
  ...tenantHints,
  customer_id: v.optional(v.nullable(v.string())),
  domain: v.optional(v.string()),
  domain_type: v.optional(v.literal('sub_domain'), 'sub_domain'),
  fqdn: Fqdn,
  type: v.optional(v.literal('wordpress'), 'wordpress'),
  siteName: v.optional(v.string()),
  blueprint: v.optional(v.null()),
  /** Of a valid license with a place left: the site runs on it from the beginning. */
  license_key: v.optional(v.nullable(LicenseKey)),
  stripe_license_id: v.optional(v.null()),
  backup: v.object({
    ...tenantHints,
    id: Id,
    site_fqdn: v.optional(v.string()),
    task_id: v.optional(v.string()),
  }),
});
export type SiteFromBackupInput = v.InferInput<typeof SiteFromBackupInput>;

export const BackupRenameInput = v.object({ id: Id, name: BackupName, ...expected({ name: v.string() }) });

export const BackupRestoreInput = v.pipe(
  v.object({
    ...tenantHints,
    id: Id,
    /** What is replaced; the other part of the site stays as it is. */
    restore_files: v.optional(v.boolean(), true),
    restore_db_files: v.optional(v.boolean(), true),
    /** Restores a site that cannot be backed up. There is no way back then. */
    without_backup: v.optional(v.boolean(), false),
  }),
  v.check(
    ({ restore_files, restore_db_files }) => restore_files || restore_db_files,
    'Choose files, the database, or both.',
  ),
);

/** Files and folders that are restored at once. */
export const RESTORED_FILES_MAX = 100;

export const BackupFilesQuery = v.object({
  id: Id,
  /** Below the document root; the root itself when it is empty. */
  folder: v.optional(FileFolder, ''),
  /** Part of a path: the files below the folder that have it, in any case. */
  find: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  pageIndex: v.optional(queryInteger(0, 1_000), 0),
});

export const BackupFile = v.object({
  /** Below the document root. */
  path: v.string(),
  kind: v.picklist(['folder', 'file']),
  /** Of a folder, that of all files below it. */
  size: v.number(),
  modified_at: v.nullable(v.string()),
});
export type BackupFile = v.InferOutput<typeof BackupFile>;

/** Entries of a folder of a backup, folders first, or the files that a search found. Not `complete`: there are more than `total`. */
export const BackupFiles = v.object({
  folder: v.string(),
  pageIndex: v.number(),
  pageSize: v.number(),
  total: v.number(),
  complete: v.boolean(),
  entries: v.array(BackupFile),
});
export type BackupFiles = v.InferOutput<typeof BackupFiles>;

export const BackupRestoreFilesInput = v.object({
  ...tenantHints,
  id: Id,
  /** Files, and folders with everything in them. What is on the site and not in the backup stays. */
  paths: v.pipe(list(FilePath, { max: RESTORED_FILES_MAX }), v.minLength(1, 'Choose at least one file.')),
  /** Restores into a site that cannot be backed up. There is no way back then. */
  without_backup: v.optional(v.boolean(), false),
});

export const BackupChosenInput = v.object({ ...tenantHints, id: Id });

/** Path of a signed address, which the token ends. */
export const BACKUP_DOWNLOAD_PATH = '/backup-archive/';

export const BackupDownload = v.object({
  status: v.literal(true),
  /** Signed address of the archive on the panel's host; it needs no session and supports ranges. */
  url: v.string(),
  expires_at: v.string(),
});

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const schedule = {
  is_active: v.boolean(),
  frequency: v.picklist(['daily', 'weekly']),
  /** Hours and minutes in `time_zone`. */
  time: v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, for example 03:30.')),
  /** Of a weekly backup; 0 is Sunday. */
  weekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  time_zone: v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'Choose a time zone.')),
  /** How many scheduled backups are kept; older ones are deleted. */
  keep: v.pipe(
    v.number('Enter a number.'),
    v.integer('Enter a whole number.'),
    v.minValue(1, 'Keep at least 1 backup.'),
    v.maxValue(30, 'At most 30 backups are kept.'),
  ),
};

export const BackupSchedule = v.object(schedule);
export type BackupSchedule = v.InferOutput<typeof BackupSchedule>;

export const BackupSettingsQuery = v.object({ site_id: Id });

export const BackupSettings = v.object({
  ...schedule,
  site_fqdn: v.string(),
  /** When the newest complete backup of any type was made, and when the next scheduled one is due. */
  last_backup_date: v.nullable(v.string()),
  next_backup_date: v.nullable(v.string()),
});
export type BackupSettings = v.InferOutput<typeof BackupSettings>;

export const BackupSettingsInput = v.object({
  ...tenantHints,
  ...schedule,
  site_fqdn: Fqdn,
  ...expected(schedule),
});
