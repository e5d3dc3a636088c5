import * as v from 'valibot';
import { Day, Id } from './fields.ts';
import { listQuery } from './list.ts';

/** Whoever did it: customers, staff, staff who were signed in as a customer, or an API token. */
export const AUDIT_BY = ['customer', 'member', 'staff', 'behalf', 'token'] as const;
export type AuditBy = (typeof AUDIT_BY)[number];

const Person = v.object({ id: v.string(), email: v.nullable(v.string()) });
const Value = v.nullable(v.string());

export const AuditLine = v.object({
  id: v.string(),
  created_at: v.string(),
  /** e.g. `site.delete`, `password.change`. */
  action: v.string(),
  /** The call of the API, if it was one. */
  call: Value,
  /** What the call does, in words. */
  summary: Value,
  object: v.nullable(v.object({ kind: v.string(), id: v.string() })),
  /** Whose account it was done with, or whose key without an id; null without one, and for customers when it was staff. */
  user: v.nullable(Person),
  /** Who of the staff was signed in as that user. */
  actor: v.nullable(Person),
  /** Null for what nobody did who is signed in. */
  by: v.nullable(v.picklist(AUDIT_BY)),
  ip: Value,
  browser: Value,
  system: Value,
  request_id: Value,
  /** The error after which the call ended, although a part was done. */
  outcome: Value,
  details: v.array(v.object({ name: v.string(), value: v.string() })),
  changes: v.array(v.object({ field: v.string(), before: Value, after: Value })),
  /** Its place in the chain; null until it is sealed, and for attempts that changed nothing. */
  seq: v.nullable(v.number()),
});
export type AuditLine = v.InferOutput<typeof AuditLine>;

/** What a list of lines, and an export, is about. Days are in UTC, both included. */
export const AuditFilter = v.object({
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254))),
  by: v.optional(v.picklist(AUDIT_BY)),
  /** A customer, or anybody else of the partner: as whom, by whom or about whom. */
  user: v.optional(Id),
  from: v.optional(Day),
  to: v.optional(Day),
});
export const AuditListQuery = v.object({ ...listQuery(['created_at']), ...AuditFilter.entries });

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const;
/** Beside the calls: the filtered lines as a file. */
export const AUDIT_EXPORT_PATH = '/audit-export';
export const AuditExportQuery = v.object({
  ...AuditFilter.entries,
  format: v.optional(v.picklist(AUDIT_FORMATS), 'csv'),
});
/** A list counts no further, so that it is as quick with many lines. */
export const AUDIT_LISTED_MAX = 1000;
/** Lines of one export at most. */
export const AUDIT_EXPORT_MAX = 100_000;

export const AUDIT_KEEP_DAYS = { min: 30, max: 3650 } as const;
/** For how long lines are kept, in days; null keeps them for good. */
export const AuditSettings = v.object({
  keep_days: v.nullable(
    v.pipe(
      v.number(),
      v.integer('This must be a whole number.'),
      v.minValue(AUDIT_KEEP_DAYS.min, `Lines are kept for at least ${AUDIT_KEEP_DAYS.min} days.`),
      v.maxValue(AUDIT_KEEP_DAYS.max, `This must be at most ${AUDIT_KEEP_DAYS.max} days.`),
    ),
  ),
});
export type AuditSettings = v.InferOutput<typeof AuditSettings>;

/** Whether each line is what was written, and none is missing. */
export const AuditCheck = v.object({
  checked: v.number(),
  /** Lines that are not sealed yet: that takes a few seconds. */
  waiting: v.number(),
  /** The first one that is not as it should be. */
  fault: v.nullable(v.object({ kind: v.picklist(['changed', 'missing', 'end']), seq: v.number() })),
});
export type AuditCheck = v.InferOutput<typeof AuditCheck>;
