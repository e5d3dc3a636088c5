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

/** A change with what was chosen for it: `ids` or a `filter`, and what the action needs besides. */
const bulkInput = <
  const Actions extends readonly [BulkAction, ...BulkAction[]],
  IdSchema extends v.GenericSchema<string, string>,
  Filter extends v.GenericSchema<object, object>,
>(
  actions: Actions,
  id: IdSchema,
  filter: Filter,
) =>
  v.pipe(
    v.object({
      action: v.picklist(actions),
      /** To whom sites are moved. */
      customer_id: v.optional(Id),
      tag: v.optional(Tag),
      /** Those of others are passed over. */
      ids: v.optional(list(id, Ids)),
      filter: v.optional(filter),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { action, customer_id: customerId, tag, ids, filter: by } = dataset.value;
      const wrong = (key: 'ids' | 'tag' | 'customer_id', message: string) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] }],
        });
      if ((ids === undefined) === (by === undefined)) wrong('ids', 'Choose by ids or by a filter.');
      if ((action === 'tag' || action === 'untag') && tag === undefined) wrong('tag', 'Enter a tag.');
      if (action === 'move' && customerId === undefined) wrong('customer_id', 'Choose a customer.');
    }),
  );

/** A site without an id is named by its address. */
export const SiteBulkInput = bulkInput(['move', 'delete', 'tag', 'untag'], v.union([Id, Fqdn]), SiteFilter);
export type SiteBulkInput = v.InferInput<typeof SiteBulkInput>;

export const AppBulkInput = bulkInput(BULK_ACTIONS, Id, AppFilter);
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
