import * as v from 'valibot';
import { STEP_STATES, TaskStatus } from './status.ts';

export const TASK_KINDS = ['site.initiate', 'site.create', 'site.finalize', 'site.rename', 'site.delete'] as const;

export const TaskStep = v.object({
  name: v.string(),
  title: v.string(),
  state: v.picklist(STEP_STATES),
  started: v.nullable(v.string()),
  ended: v.nullable(v.string()),
});
export type TaskStep = v.InferOutput<typeof TaskStep>;

/** A long piece of work, as `/site/check/{taskId}` tells it (decision: Statuses). */
export const Task = v.object({
  task_id: v.string(),
  kind: v.picklist(TASK_KINDS),
  status: TaskStatus,
  /** 0 to 100. */
  percent: v.number(),
  steps: v.array(TaskStep),
  /** The newest lines of what was done, oldest first; at most 200. */
  log: v.array(v.object({ line: v.number(), at: v.string(), text: v.string() })),
  error: v.nullable(v.object({ code: v.string(), message: v.string(), retryable: v.boolean() })),
  site_id: v.nullable(v.string()),
  fqdn: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  ended_at: v.nullable(v.string()),
});
export type Task = v.InferOutput<typeof Task>;

export const TaskStarted = v.object({
  status: v.literal(true),
  task_id: v.string(),
  site_id: v.nullable(v.string()),
  fqdn: v.string(),
  title: v.optional(v.string()),
  message: v.optional(v.string()),
});
