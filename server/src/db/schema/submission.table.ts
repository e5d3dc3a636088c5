import type { SubmissionField } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { workload } from './workload.table.ts';

/** A file of a submission; its content is in the storage, under its position. */
export type StoredFile = { field: string; name: string; bytes: number };

/** What visitors sent with a form of a site or an application. Partner and customer are those of the workload. */
export const submission = pgTable(
  'submission',
  {
    id: primaryId(),
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    form: text('form').notNull(),
    fields: jsonb('fields').$type<SubmissionField[]>().notNull(),
    files: jsonb('files').$type<StoredFile[]>().notNull().default([]),
    /** Of all files together. */
    fileBytes: bigint('file_bytes', { mode: 'number' }).notNull().default(0),
    /** The beginning of all values, for lists and searches. */
    excerpt: text('excerpt').notNull(),
    isSpam: boolean('is_spam').notNull().default(false),
    /** When its owner got an email about it, alone or in a digest. */
    mailedAt: time('mailed_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('submission_workload_created').on(t.workloadId, t.createdAt.desc().nullsFirst(), t.id),
    index('submission_created').on(t.createdAt),
    index('submission_unmailed')
      .on(t.workloadId, t.createdAt)
      .where(sql`mailed_at is null and not is_spam`),
  ],
);
