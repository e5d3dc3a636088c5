import * as v from 'valibot';
import { Headline, Moment } from './announcement.ts';
import { list } from './bounded.ts';
import { Id, queryInteger } from './fields.ts';
import { listQuery } from './list.ts';

/** What the status page knows; a part is shown once something has checked it, or an incident names it. */
export const STATUS_PARTS = ['panel', 'sites', 'applications', 'dns', 'email'] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

export const STATUS_KINDS = ['incident', 'maintenance'] as const;
export type StatusKind = (typeof STATUS_KINDS)[number];

/** What it means for its parts. */
export const STATUS_IMPACTS = ['degraded', 'outage'] as const;
export type StatusImpact = (typeof STATUS_IMPACTS)[number];

/** What staff say of an incident; of a maintenance only that it is over. */
export const STATUS_STEPS = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type StatusStep = (typeof STATUS_STEPS)[number];

/** `planned` and `in_progress` are those of a maintenance, and follow from its window. */
export const STATUS_STATES = ['planned', 'in_progress', ...STATUS_STEPS] as const;
export type StatusState = (typeof STATUS_STATES)[number];

/** `stopped`: the task was cancelled or failed before all were sent. */
export const STATUS_MAIL_STATES = ['sending', 'ended', 'stopped'] as const;

/** Incidents and maintenances of a partner that are not over. */
export const INCIDENTS_MAX = 50;
export const INCIDENT_UPDATES_MAX = 100;

/** Something on the status page, in the list of staff. */
export const StatusIncident = v.object({
  id: v.string(),
  kind: v.picklist(STATUS_KINDS),
  title: v.string(),
  parts: v.array(v.picklist(STATUS_PARTS)),
  impact: v.picklist(STATUS_IMPACTS),
  state: v.picklist(STATUS_STATES),
  from: v.string(),
  /** The planned end of a maintenance, or when it was resolved. */
  until: v.nullable(v.string()),
  version: v.number(),
  by: v.nullable(v.string()),
  created_at: v.string(),
});
export type StatusIncident = v.InferOutput<typeof StatusIncident>;

export const StatusUpdate = v.object({
  id: v.string(),
  /** Null where it changed nothing. */
  step: v.nullable(v.picklist(STATUS_STEPS)),
  text: v.string(),
  at: v.string(),
  /** Null where no email was asked for. */
  mail: v.nullable(v.object({ state: v.picklist(STATUS_MAIL_STATES), sent: v.number(), failed: v.number() })),
});
export type StatusUpdate = v.InferOutput<typeof StatusUpdate>;

/** With what was told of it, the newest first. */
export const StatusIncidentDetail = v.object({ ...StatusIncident.entries, updates: v.array(StatusUpdate) });
export type StatusIncidentDetail = v.InferOutput<typeof StatusIncidentDetail>;

const facts = {
  title: Headline,
  parts: list(v.picklist(STATUS_PARTS), {
    max: STATUS_PARTS.length,
    min: 1,
    tooFew: 'Choose at least one part.',
  }),
  impact: v.picklist(STATUS_IMPACTS, 'Choose an impact.'),
  /** Null for now. An incident can have begun earlier. */
  from: v.nullable(Moment),
  /** The end of a maintenance; an incident has none until it is resolved. */
  until: v.nullable(Moment),
};

export const STATUS_TEXT_MAX = 2000;
const told = {
  /** Null for a maintenance, and where nothing changed. */
  step: v.nullable(v.picklist(STATUS_STEPS, 'Choose a state.')),
  text: v.pipe(
    v.string('Enter the text.'),
    v.trim(),
    v.nonEmpty('Enter the text.'),
    v.maxLength(STATUS_TEXT_MAX, 'The text can have at most 2,000 characters.'),
    // A right-to-left override would let a text show as another one.
    v.regex(/^(?:[^\p{Cc}\p{Bidi_Control}]|[\n\r\t])*$/u, 'Control characters are not allowed.'),
  ),
  mail: v.boolean(),
};

export const StatusCreateInput = v.object({ kind: v.picklist(STATUS_KINDS, 'Choose a kind.'), ...facts, ...told });
/** `version` is the one that was shown. */
export const StatusSaveInput = v.object({ id: Id, ...facts, version: queryInteger(1, 1_000_000) });
export const StatusUpdateInput = v.object({ id: Id, ...told, version: queryInteger(1, 1_000_000) });
export const StatusListQuery = v.object({
  ...listQuery(['from', 'created_at']),
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
});
