import * as v from 'valibot';
import { Timestamp } from './fields.ts';

/** Something that a process of the panel worked on. */
export const HealthWork = v.object({
  kind: v.picklist(['request', 'call', 'visit', 'step', 'schedule', 'chore', 'dns']),
  /** e.g. `site.update`, or the kind and the step of a task. */
  name: v.string(),
  siteId: v.optional(v.string()),
  userId: v.optional(v.string()),
});

export const HEALTH_KINDS = ['delay', 'silence', 'memory'] as const;

/**
 * `delay`: the event loop did not turn for a moment. `silence`: it did not for so long that the watchdog ended the
 * process. `memory`: the process came near its memory and refused new work for a while.
 */
export const HealthEvent = v.object({
  id: v.string(),
  at: Timestamp,
  kind: v.picklist(HEALTH_KINDS),
  /** Host and number of the process. */
  process: v.string(),
  /** Milliseconds. */
  ms: v.number(),
  /** Milliseconds of processor time of the loop itself; far less than `ms` on a machine that is busy with other things. */
  cpuMs: v.number(),
  /** What ran, the most likely first; for a silence what the process did when it was stopped. */
  works: v.array(HealthWork),
  /** Of a silence, the innermost call first. */
  stack: v.array(v.string()),
  rssBytes: v.number(),
});
export type HealthEvent = v.InferOutput<typeof HealthEvent>;

export const HealthHour = v.object({
  hour: Timestamp,
  kind: v.picklist(HEALTH_KINDS),
  count: v.number(),
  longestMs: v.number(),
});
export type HealthHour = v.InferOutput<typeof HealthHour>;

/** A process of the panel, as it reported itself less than two minutes ago. */
export const PanelProcess = v.object({
  name: v.string(),
  roles: v.string(),
  startedAt: Timestamp,
  seenAt: Timestamp,
  rssBytes: v.number(),
  heapBytes: v.number(),
  /** Above this it refuses new work. */
  limitBytes: v.number(),
  shedding: v.boolean(),
});
export type PanelProcess = v.InferOutput<typeof PanelProcess>;

/** A site that is kept asleep, because a process was ended while it worked for it. */
export const HeldSite = v.object({ siteId: v.string(), fqdn: v.string(), since: Timestamp, until: Timestamp });
export type HeldSite = v.InferOutput<typeof HeldSite>;
