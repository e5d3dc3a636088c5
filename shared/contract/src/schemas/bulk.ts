import * as v from 'valibot';
import { AppFilter } from './app.ts';
import { list } from './bounded.ts';
import { Fqdn, Id } from './fields.ts';
import { productsFor } from '../licenses.ts';
import { GivenLicense } from './license.ts';
import { saidEntries } from './said.ts';
import { SiteFilter } from './site-list.ts';
import { Tag } from './tag.ts';

/** What can be done to many sites or applications at once. */
export const BULK_ACTIONS = ['move', 'delete', 'deploy', 'tag', 'untag', 'license'] as const;
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

type Choice = { action?: string; ids?: unknown; filter?: unknown; tag?: unknown; customer_id?: unknown };

/** What is missing of a choice of many, by its field. */
function missing({ action, ids, filter, tag, customer_id: customer }: Choice): [keyof Choice, string] | undefined {
  if ((ids === undefined) === (filter === undefined)) return ['ids', 'Choose by ids or by a filter.'];
  if ((action === 'tag' || action === 'untag') && tag === undefined) return ['tag', 'Enter a tag.'];
  return action === 'move' && customer === undefined ? ['customer_id', 'Choose a customer.'] : undefined;
}

/** Checks that a choice of many is made in one way and has what its action needs. */
export const complete = <Input extends Choice>() =>
  v.rawCheck<Input>(({ dataset, addIssue }) => {
    const [key, message] = (dataset.typed && missing(dataset.value)) || [];
    if (!key) return;
    const { value: input } = dataset as { value: Choice };
    addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
  });

/** What an action needs besides the selection: to whom sites are moved, or the tag. */
const Details = { customer_id: v.optional(Id), tag: v.optional(Tag) };

/** Those of others are passed over. A site without an id is named by its address. */
const Sites = { ids: v.optional(list(v.union([Id, Fqdn]), Ids)), filter: v.optional(SiteFilter) };
const Apps = { ids: v.optional(list(Id, Ids)), filter: v.optional(AppFilter) };

export const SiteBulkInput = v.pipe(
  v.object({ action: v.picklist(['move', 'delete', 'tag', 'untag']), ...Details, ...Sites }),
  complete(),
);
export type SiteBulkInput = v.InferInput<typeof SiteBulkInput>;

export const AppBulkInput = v.pipe(
  v.object({ action: v.picklist(['move', 'delete', 'deploy', 'tag', 'untag']), ...Details, ...Apps }),
  complete(),
);
export type AppBulkInput = v.InferInput<typeof AppBulkInput>;

/** How a license is issued where none is free, by staff alone. */
const Issue = v.optional(v.omit(GivenLicense, ['product_identifier']));

export const SiteLicenseBulkInput = v.pipe(
  v.object({ product_identifier: v.picklist(productsFor('site'), 'Choose a license.'), issue: Issue, ...Sites }),
  complete(),
);
export type SiteLicenseBulkInput = v.InferInput<typeof SiteLicenseBulkInput>;

export const AppLicenseBulkInput = v.pipe(
  v.object({ product_identifier: v.picklist(productsFor('app'), 'Choose a license.'), issue: Issue, ...Apps }),
  complete(),
);
export type AppLicenseBulkInput = v.InferInput<typeof AppLicenseBulkInput>;

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
  /** The license that they get: the name of the product. */
  product: v.nullable(v.string()),
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
