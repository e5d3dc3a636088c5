import * as v from 'valibot';
import { AppFilter } from './app.ts';
import { list } from './bounded.ts';
import { Fqdn, Id } from './fields.ts';
import { saidEntries } from './said.ts';
import { SiteFilter } from './site-list.ts';
import { Tag } from './tag.ts';

/** What can be done to many sites or applications at once. */
export const BULK_ACTIONS = ['move', 'delete', 'deploy', 'tag', 'untag'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];
export const BULK_SUBJECTS = ['site', 'app'] as const;
export type BulkSubject = (typeof BULK_SUBJECTS)[number];

/** Sites, applications or customers of one change at most. */
export const BULK_MAX = 10_000;
/** By their ids at most; more are chosen by a filter. */
export const BULK_IDS_MAX = 500;

const TOO_MANY = `At most ${BULK_IDS_MAX} by their ids. Choose more with a filter.`;
const Ids = {
  min: 1,
  tooFew: 'Choose at least one.',
  max: BULK_IDS_MAX,
  tooMany: TOO_MANY,
} as const;

const ONE_WAY = 'Choose by ids or by a filter.';
const isOneWay = (ids: unknown, filter: unknown): boolean => (ids === undefined) !== (filter === undefined);
const isTagging = (action: BulkAction): boolean => action === 'tag' || action === 'untag';

/** What an action needs besides the selection: to whom sites are moved, or the tag. */
const Details = { customer_id: v.optional(Id), tag: v.optional(Tag) };

export const SiteBulkInput = v.pipe(
  v.object({
    action: v.picklist(['move', 'delete', 'tag', 'untag']),
    ...Details,
    /** Those of others are passed over. A site without an id is named by its address. */
    ids: v.optional(list(v.union([Id, Fqdn]), Ids)),
    filter: v.optional(SiteFilter),
  }),
  v.forward(
    v.check(({ ids, filter }) => isOneWay(ids, filter), ONE_WAY),
    ['ids'],
  ),
  v.forward(
    v.check(({ action, tag }) => !isTagging(action) || tag !== undefined, 'Enter a tag.'),
    ['tag'],
  ),
  v.forward(
    v.check(({ action, customer_id: id }) => action !== 'move' || id !== undefined, 'Choose a customer.'),
    ['customer_id'],
  ),
);
export type SiteBulkInput = v.InferInput<typeof SiteBulkInput>;

export const AppBulkInput = v.pipe(
  v.object({
    action: v.picklist(BULK_ACTIONS),
    ...Details,
    ids: v.optional(list(Id, Ids)),
    filter: v.optional(AppFilter),
  }),
  v.forward(
    v.check(({ ids, filter }) => isOneWay(ids, filter), ONE_WAY),
    ['ids'],
  ),
  v.forward(
    v.check(({ action, tag }) => !isTagging(action) || tag !== undefined, 'Enter a tag.'),
    ['tag'],
  ),
  v.forward(
    v.check(({ action, customer_id: id }) => action !== 'move' || id !== undefined, 'Choose a customer.'),
    ['customer_id'],
  ),
);
export type AppBulkInput = v.InferInput<typeof AppBulkInput>;

export const BULK_OUTCOMES = ['waiting', 'done', 'unchanged', 'refused'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];
export const BulkCounts = v.object({
  waiting: v.number(),
  done: v.number(),
  unchanged: v.number(),
  refused: v.number(),
});
export type BulkCounts = v.InferOutput<typeof BulkCounts>;

/** A change of many sites or applications, with its result for each. */
export const Bulk = v.object({
  id: v.string(),
  subject: v.picklist(BULK_SUBJECTS),
  action: v.picklist(BULK_ACTIONS),
  tag: v.nullable(v.string()),
  /** To whom they are moved: the email, or null when that customer is gone. */
  customer: v.nullable(v.string()),
  /** The task that makes the change, shows progress and can be cancelled. */
  task_id: v.string(),
  created_at: v.string(),
  counts: BulkCounts,
  /** Refused ones first, then by address; at most 200. */
  items: v.array(
    v.object({
      fqdn: v.string(),
      outcome: v.picklist(BULK_OUTCOMES),
      /** Why it was not changed: a code of the catalogue of errors, with its text. */
      error: v.nullable(v.object({ code: v.string(), message: v.string(), ...saidEntries })),
    }),
  ),
});
export type Bulk = v.InferOutput<typeof Bulk>;
