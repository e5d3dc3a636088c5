import * as v from 'valibot';
import { APP_RUNTIMES, BUILD_STAGES, BUILD_STATUSES, BUILD_TRIGGERS } from '../app-values.ts';
import { Id, Timestamp, queryInteger } from './fields.ts';
import { listQuery } from './list.ts';

export const AppBuild = v.object({
  id: v.string(),
  site_id: v.string(),
  /** Counts the builds of its application from 1. */
  number: v.number(),
  status: v.picklist(BUILD_STATUSES),
  /** Where it is, or where it ended; null before its first stage. */
  stage: v.nullable(v.picklist(BUILD_STAGES)),
  trigger: v.picklist(BUILD_TRIGGERS),
  branch: v.nullable(v.string()),
  /** The preview that it was built for; null for production. */
  preview_id: v.nullable(v.string()),
  commit: v.nullable(v.string()),
  commit_message: v.nullable(v.string()),
  commit_author: v.nullable(v.string()),
  framework: v.nullable(v.string()),
  runtime: v.nullable(v.picklist(APP_RUNTIMES)),
  node_version: v.nullable(v.string()),
  /** Whether it is what visitors get now, and whether it can be published again. */
  is_live: v.boolean(),
  is_kept: v.boolean(),
  /** Why it failed, in words. */
  error: v.nullable(v.string()),
  task_id: v.nullable(v.string()),
  /** Lines of its log so far. */
  log_lines: v.number(),
  created_at: v.string(),
  started_at: v.nullable(v.string()),
  ended_at: v.nullable(v.string()),
});
export type AppBuild = v.InferOutput<typeof AppBuild>;

export const AppBuildsQuery = v.object({ ...listQuery(['created_at']), siteId: Id });
export const AllBuildsQuery = v.object({ ...listQuery(['created_at']), site_id: v.optional(Id) });
export const BuildsBetweenInput = v.object({ id: Id, start_date: Timestamp, end_date: Timestamp });

export const BuildLogQuery = v.object({
  id: Id,
  /** The first line wanted. */
  from: v.optional(queryInteger(1, 1_000_000), 1),
});
/** At most 2,000 lines; `next` is the first one after them. */
export const BuildLog = v.object({
  lines: v.array(v.object({ line: v.number(), at: v.string(), text: v.string() })),
  next: v.number(),
  /** Lines in the middle of a very long log that were not kept. */
  left_out: v.number(),
  /** Whether no more lines will come. */
  ended: v.boolean(),
});
export type BuildLog = v.InferOutput<typeof BuildLog>;

export const AppCommit = v.object({
  commit: v.string(),
  message: v.string(),
  author: v.string(),
  at: v.string(),
  /** Its newest build, or null. */
  build: v.nullable(AppBuild),
});
export type AppCommit = v.InferOutput<typeof AppCommit>;
