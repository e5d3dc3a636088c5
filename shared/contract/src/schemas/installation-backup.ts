import * as v from 'valibot';
import { Timestamp } from './fields.ts';

/** The name of a backup of the installation at its storage. */
export const InstallationBackupId = v.pipe(v.string(), v.maxLength(191), v.regex(/^[\w-][\w.-]*$/));

/**
 * How backups of the whole installation do. `here`: the panel makes them by its settings; `elsewhere`: another process of this
 * installation does, and said so minutes ago; `nowhere`: the panel makes none.
 */
export const InstallationBackups = v.object({
  makes: v.picklist(['here', 'elsewhere', 'nowhere']),
  /** Where they go, without credentials. */
  place: v.nullable(v.string()),
  /** One is due every so many hours, and so many stay. */
  hours: v.nullable(v.number()),
  keep: v.nullable(v.number()),
  /** Why none can be made although a place is set. */
  problem: v.nullable(v.string()),
  /** The last one that was made and read back, by the panel or by a command. */
  last: v.nullable(v.object({ at: Timestamp, place: v.string(), size: v.number() })),
  /** When the next one begins; null when none can be made. */
  dueAt: v.nullable(Timestamp),
  /** Whether the last one is older than twice the interval. */
  overdue: v.boolean(),
  /** The failures since the last one; null when it succeeded. */
  failing: v.nullable(v.object({ since: Timestamp, at: Timestamp, reason: v.string() })),
  /** Since when one is being made; null when none is. */
  runningSince: v.nullable(Timestamp),
  /** When somebody asked for one that has not ended. */
  requestedAt: v.nullable(Timestamp),
  /** Whether the command needs the panel to be stopped, because one process only can open its database. */
  stopFirst: v.boolean(),
});
export type InstallationBackups = v.InferOutput<typeof InstallationBackups>;

export const INSTALLATION_BACKUP_STATES = ['complete', 'running', 'removing', 'unfinished'] as const;

/** `removing`: no longer in use, but the storage still has some of it. `unfinished`: it did not end, and the next one removes it. */
export const StoredInstallationBackup = v.object({
  id: v.string(),
  state: v.picklist(INSTALLATION_BACKUP_STATES),
  createdAt: v.nullable(Timestamp),
  size: v.nullable(v.number()),
  /** The version of the panel, and how many remarks there are; null for backups of earlier versions, whose details have both. */
  panel: v.nullable(v.string()),
  remarks: v.nullable(v.number()),
});
export type StoredInstallationBackup = v.InferOutput<typeof StoredInstallationBackup>;

/** `away`: the storage did not answer in time, or refused; `unreadable`: what it has is no list of backups. `none`: not asked here. */
export const StoredInstallationBackups = v.object({
  state: v.picklist(['read', 'away', 'unreadable', 'none']),
  reason: v.nullable(v.string()),
  /** The newest 100 first. */
  backups: v.array(StoredInstallationBackup),
  /** How many more there are. */
  more: v.number(),
});
export type StoredInstallationBackups = v.InferOutput<typeof StoredInstallationBackups>;

export const InstallationBackupDetails = v.object({
  id: v.string(),
  panel: v.string(),
  /** Files that it does not have, or not as of one moment, each with the reason. */
  remarks: v.array(v.string()),
  /** What the installation uses and the backup does not have. */
  without: v.array(v.string()),
});
export type InstallationBackupDetails = v.InferOutput<typeof InstallationBackupDetails>;
