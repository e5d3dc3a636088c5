import * as v from 'valibot';
import { saidEntries, Sentence } from './said.ts';
import { Day, queryList } from './fields.ts';
import { listQuery } from './list.ts';
import { CANCEL_WHEN, PROGRESS_UNITS, STEP_STATES, TASK_STATUSES, TaskStatus } from './status.ts';

/** Progress of a running step. `total` is null while it is unknown; a percentage has the total 100. */
export const StepProgress = v.object({
  done: v.number(),
  total: v.nullable(v.number()),
  unit: v.picklist(PROGRESS_UNITS),
  /** The progress in words, e.g. `12 MB of 48 MB`. */
  text: v.string(),
});
export type StepProgress = v.InferOutput<typeof StepProgress>;

export const TaskStep = v.object({
  name: v.string(),
  /** In English. */
  title: v.string(),
  ...saidEntries,
  state: v.picklist(STEP_STATES),
  started: v.nullable(v.string()),
  ended: v.nullable(v.string()),
  /** When a cancellation takes effect while this step runs; once a step with `no` has started, it is rejected. */
  cancel: v.optional(v.picklist(CANCEL_WHEN)),
  /** What cancelling leaves behind while this step runs. */
  leaves: v.optional(v.string()),
  progress: v.optional(v.nullable(StepProgress)),
  /** How often the step failed and was retried. */
  retries: v.optional(v.number()),
});
export type TaskStep = v.InferOutput<typeof TaskStep>;

/** Why a task failed. */
export const TaskFailure = v.object({
  code: v.string(),
  message: v.string(),
  retryable: v.boolean(),
  /** The message as sentences, for other languages. */
  texts: v.optional(v.array(Sentence)),
});

/** A long-running task on a resource, as `/site/check/{taskId}` and `/task/{taskId}` return it (decision: Statuses). */
export const Task = v.object({
  task_id: v.string(),
  /** The kind of task, e.g. `site.create`. */
  kind: v.string(),
  /** Its heading, e.g. `Creating the site`. */
  label: v.string(),
  /** The kind of its resource, e.g. `site`. */
  resource: v.string(),
  /** Null until the resource has an id. */
  resource_id: v.nullable(v.string()),
  /** Display name of the resource, e.g. the address of a site. */
  title: v.string(),
  status: TaskStatus,
  /** 0 to 100. */
  percent: v.number(),
  steps: v.array(TaskStep),
  /** Why it does not go on: `machine_away` while the machine with its files does not answer. */
  waits_for: v.nullable(v.picklist(['machine_away'])),
  /** What cancelling now would leave behind; null when the task cannot be cancelled. */
  cancel: v.nullable(v.string()),
  /** Resources whose data is stale once the task has ended. */
  stale: v.array(v.string()),
  /** The newest log lines, oldest first; at most 200. */
  log: v.array(v.object({ line: v.number(), at: v.string(), text: v.string() })),
  error: v.nullable(TaskFailure),
  /** The id of its site, same as `resource_id`. */
  site_id: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  ended_at: v.nullable(v.string()),
});
export type Task = v.InferOutput<typeof Task>;

/** What a task did to its resource, in one line. */
export const TaskSummary = v.object({
  task_id: v.string(),
  /** Its heading, e.g. `Creating the site`. */
  label: v.string(),
  status: TaskStatus,
  /** Why it failed, or null. */
  error: v.nullable(v.string()),
  created_at: v.string(),
  ended_at: v.nullable(v.string()),
});
export type TaskSummary = v.InferOutput<typeof TaskSummary>;

/** A task in the list of staff. */
export const ListedTask = v.object({
  ...TaskSummary.entries,
  /** The kind of its resource, e.g. `site`, and its display name. */
  resource: v.string(),
  title: v.string(),
  /** Whose resource it is; null for the partner's own. */
  customer: v.nullable(v.object({ id: v.string(), email: v.string() })),
});
export type ListedTask = v.InferOutput<typeof ListedTask>;

export const TaskListQuery = v.object({
  ...listQuery(['created_at']),
  /** Part of the display name of the resource. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  status: v.optional(queryList(TASK_STATUSES)),
  /** Those that were requested on this day (UTC) or later. */
  from: v.optional(Day),
});
/** A list counts no further, so that it is as quick with many tasks. */
export const TASKS_LISTED_MAX = 1000;

export const TaskStarted = v.object({
  status: v.literal(true),
  task_id: v.string(),
  site_id: v.nullable(v.string()),
  fqdn: v.string(),
  title: v.optional(v.string()),
  message: v.optional(v.string()),
});
