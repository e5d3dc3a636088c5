import type { Backup, BuildSettings } from '@panel/contract';
import type { BACKUP_STATUSES, BACKUP_TYPES } from '@panel/contract/status';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { workload } from './workload.table.ts';

export type BackupType = (typeof BACKUP_TYPES)[number];
export type BackupStatus = (typeof BACKUP_STATUSES)[number];

/** `hasPicture`: missing in proofs from before there were pictures. */
export type BackupProof = Omit<NonNullable<Backup['proof']>, 'picture_url'> & { hasPicture?: boolean };

/** The last restore on trial showed nothing, because of the storage or the server. */
export type ProofMissed = { at: string; detail: string };

/** What the archive of an application holds beside files: how it was built, and its variables, sealed as they are stored. */
export type AppContent = {
  settings: Partial<BuildSettings>;
  /** The newest of each environment, and those that the release was built with. */
  variables: Record<'production' | 'preview' | 'release', string | null>;
  /** Its PostgreSQL, which is a part of the archive; missing in archives from before databases were backed up. `bytes`: of the dump. */
  database?: { bytes: number } | null;
  build: Record<'branch' | 'commit' | 'commitMessage' | 'commitAuthor' | 'framework', string | null>;
};

/** An archive of a site or an application in the storage. Partner and customer are those of the site, which may change. */
export const backup = pgTable(
  'backup',
  {
    id: primaryId(),
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    /** The task that makes it: one at most. */
    taskId: uuid('task_id').notNull().unique(),
    name: text('name').notNull(),
    type: text('type').$type<BackupType>().notNull(),
    status: text('status').$type<BackupStatus>().notNull().default('queued'),
    /** Bytes of the archive, and its SHA-256 in hexadecimal digits. */
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    verifiedAt: time('verified_at'),
    proof: jsonb('proof').$type<BackupProof>(),
    proofMissed: jsonb('proof_missed').$type<ProofMissed>(),
    /** When the panel last started a proof of it by itself, because the last one was old. */
    proofAskedAt: time('proof_asked_at'),
    error: text('error'),
    /** Of an application; null for sites. */
    content: jsonb('content').$type<AppContent>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('backup_workload_created').on(t.workloadId, t.createdAt.desc().nullsFirst(), t.id),
    index('backup_failed')
      .on(t.workloadId)
      .where(sql`status = 'failed' or proof @? '$ ? (@.ok == false)'`),
  ],
);

/** When a site is backed up. The next run is in `schedule`, under the id `backup:{siteId}`. */
export const backupSetting = pgTable('backup_setting', {
  workloadId: uuid('workload_id')
    .primaryKey()
    .references(() => workload.id, { onDelete: 'cascade' }),
  isActive: boolean('is_active').notNull(),
  frequency: text('frequency').$type<'daily' | 'weekly'>().notNull(),
  /** Hours and minutes in the time zone, e.g. `03:30`. */
  time: text('time').notNull(),
  /** 0 is Sunday. */
  weekday: integer('weekday').notNull(),
  /** IANA name. */
  timeZone: text('time_zone').notNull(),
  keep: integer('keep').notNull(),
  updatedAt: updatedAt(),
});
