import * as v from 'valibot';
import { list } from './bounded.ts';
import { BULK_OUTCOMES, BulkCounts, complete } from './bulk.ts';
import { expected } from './expected.ts';
import { Email, Id, queryList } from './fields.ts';
import { GivenLicense } from './license.ts';
import { listQuery } from './list.ts';
import { SiteStatus } from './status.ts';
import { Tag, TagFilter, TAGS_MAX } from './tag.ts';
import { PersonName, PhoneNumber } from './user.ts';

/** `invited`: has never signed in and has no password. `deleting`: will be deleted for good, and can be restored until then. */
export const CUSTOMER_STATES = ['active', 'invited', 'suspended', 'deleting'] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

/** How long a deleted customer can be restored. */
export const CUSTOMER_GRACE_DAYS = 14;
/** Customers that one import creates at most. */
export const CUSTOMER_IMPORT_MAX = 500;
/** Of the file, and of the rows that are sent afterwards. */
export const CUSTOMER_IMPORT_BYTES = 512 * 1024;
const NOTES_MAX = 5000;
const SITES_MAX = 1000;

/** A customer in the list. `invitation_until`: when the newest link to set a password ends; null without a valid one. */
export const CustomerAccount = v.object({
  id: v.string(),
  email: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  phone_number: v.string(),
  state: v.picklist(CUSTOMER_STATES),
  tags: v.array(v.string()),
  plan_type: v.string(),
  sites: v.number(),
  apps: v.number(),
  last_sign_in_at: v.nullable(v.string()),
  invitation_until: v.nullable(v.string()),
  suspended_at: v.nullable(v.string()),
  /** When they are deleted for good. */
  deletes_at: v.nullable(v.string()),
  created_at: v.string(),
});
export type CustomerAccount = v.InferOutput<typeof CustomerAccount>;

/** A customer with what only staff see, and with how much would be deleted. */
export const CustomerDetail = v.object({
  ...CustomerAccount.entries,
  notes: v.string(),
  licenses: v.number(),
  backups: v.number(),
  /** Sites and applications in the bin. */
  binned: v.number(),
});
export type CustomerDetail = v.InferOutput<typeof CustomerDetail>;

/** A site or an application with its customer. */
export const CustomerSite = v.object({
  site_id: v.string(),
  fqdn: v.string(),
  kind: v.picklist(['site', 'app']),
  status: SiteStatus,
  plan_type: v.string(),
  customer_id: v.nullable(v.string()),
  customer_email: v.nullable(v.string()),
  created_at: v.string(),
});
export type CustomerSite = v.InferOutput<typeof CustomerSite>;

export const CUSTOMER_SIGN_IN_RESULTS = ['signed_in', 'refused'] as const;
/** An attempt to sign in. */
export const CustomerSignIn = v.object({
  at: v.string(),
  ip: v.nullable(v.string()),
  result: v.picklist(CUSTOMER_SIGN_IN_RESULTS),
});
export type CustomerSignIn = v.InferOutput<typeof CustomerSignIn>;

export const CustomerFilter = v.object({
  /** Part of their name or email. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  state: v.optional(queryList(CUSTOMER_STATES)),
  tag: v.optional(TagFilter),
});

/** What can be done to many customers at once. */
export const CUSTOMER_BULK_ACTIONS = ['suspend', 'unsuspend', 'tag', 'untag', 'delete', 'license'] as const;
export type CustomerBulkAction = (typeof CUSTOMER_BULK_ACTIONS)[number];
const CUSTOMER_BULK_IDS_MAX = 500;

/** Which customers: those of these ids, or all that a filter finds on the server. Ids of nobody are passed over. */
const CustomerSelection = {
  ids: v.optional(
    list(Id, {
      ...{ min: 1, tooFew: 'Choose at least one customer.' },
      ...{ max: CUSTOMER_BULK_IDS_MAX, tooMany: `At most ${CUSTOMER_BULK_IDS_MAX} customers by their ids.` },
    }),
  ),
  filter: v.optional(CustomerFilter),
};

export const CustomerBulkInput = v.pipe(
  v.object({
    action: v.picklist(['suspend', 'unsuspend', 'tag', 'untag']),
    /** To add or take away. */
    tag: v.optional(Tag),
    ...CustomerSelection,
  }),
  complete(),
);
export type CustomerBulkInput = v.InferInput<typeof CustomerBulkInput>;
export const CustomerBulkRemoveInput = v.pipe(v.object(CustomerSelection), complete());
export const CustomerBulkLicenseInput = v.pipe(v.object({ ...GivenLicense.entries, ...CustomerSelection }), complete());

/** Why a customer was not changed. `deleting`: whoever is being deleted is restored first; `rights`: whoever asked may not any more. */
export const CUSTOMER_BULK_REASONS = ['gone', 'deleting', 'tags_full', 'rights', 'failed'] as const;
export type CustomerBulkReason = (typeof CUSTOMER_BULK_REASONS)[number];

/** A change of many customers, with its result by customer. */
export const CustomerBulk = v.object({
  id: v.string(),
  action: v.picklist(CUSTOMER_BULK_ACTIONS),
  tag: v.nullable(v.string()),
  /** The license that each gets: the name of the product. */
  product: v.nullable(v.string()),
  /** The task that makes the change, shows progress and can be cancelled. */
  task_id: v.string(),
  created_at: v.string(),
  counts: BulkCounts,
  /** Refused ones first, then by email; at most 200. */
  items: v.array(
    v.object({
      customer_id: v.string(),
      email: v.string(),
      outcome: v.picklist(BULK_OUTCOMES),
      reason: v.nullable(v.picklist(CUSTOMER_BULK_REASONS)),
    }),
  ),
});
export type CustomerBulk = v.InferOutput<typeof CustomerBulk>;

export const CustomerListQuery = v.object({
  ...listQuery(['created_at', 'email', 'name', 'last_sign_in_at']),
  ...CustomerFilter.entries,
});

export const CustomerCreateInput = v.object({
  firstname: v.optional(PersonName, ''),
  lastname: v.optional(PersonName, ''),
  email: Email,
});

export const CustomerTags = list(Tag, { max: TAGS_MAX, tooMany: `A customer can have at most ${TAGS_MAX} tags.` });

/** What a form changes of a customer. */
export const CustomerChange = v.object({
  firstname: PersonName,
  lastname: PersonName,
  email: Email,
  phone_number: PhoneNumber,
  notes: v.pipe(v.string(), v.maxLength(NOTES_MAX, `At most ${NOTES_MAX} characters are allowed.`)),
  tags: CustomerTags,
});

export const CustomerUpdateInput = v.object({
  id: Id,
  ...v.partial(CustomerChange).entries,
  ...expected({
    ...v.pick(CustomerDetail, ['firstname', 'lastname', 'email', 'phone_number', 'notes']).entries,
    tags: list(v.string(), { max: TAGS_MAX }),
  }),
});

/** All sites and applications that the customer has afterwards; the others of theirs belong to nobody. */
export const CustomerSitesInput = v.object({
  id: Id,
  site_ids: list(Id, { max: SITES_MAX }),
  ...expected({ site_ids: list(v.string(), { max: SITES_MAX }) }),
});

export const CustomerSitesQuery = v.object({
  /** Part of the address. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});

export const CustomerImportForm = v.object({ file: v.file('Choose a CSV file.') });

/** A row of the file; `line` counts from 1, the header included. */
export const CustomerImportRow = v.object({
  line: v.number(),
  email: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  /** Why it cannot be created, or null. */
  error: v.nullable(v.string()),
});
export type CustomerImportRow = v.InferOutput<typeof CustomerImportRow>;

export const CustomerImportPreview = v.object({
  status: v.literal(true),
  rows: v.array(CustomerImportRow),
  valid: v.number(),
  invalid: v.number(),
});
export type CustomerImportPreview = v.InferOutput<typeof CustomerImportPreview>;

/** Rows that were not created; somebody else may have taken an email since the preview. */
export const CustomerImported = v.object({ created: v.number(), skipped: v.array(v.string()) });
export type CustomerImported = v.InferOutput<typeof CustomerImported>;

export const CustomerImportInput = v.object({
  customers: list(CustomerCreateInput, {
    min: 1,
    max: CUSTOMER_IMPORT_MAX,
    tooMany: `At most ${CUSTOMER_IMPORT_MAX} customers can be imported at once.`,
  }),
});
