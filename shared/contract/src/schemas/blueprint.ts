import * as v from 'valibot';
import { BACKUP_STATUSES } from '../status.ts';
import { expected } from './expected.ts';
import { Fqdn, Id } from './fields.ts';
import { listQuery } from './list.ts';

/** What a new site can start from: plugins, themes and settings of a site, without its people. */
export const Blueprint = v.object({
  id: v.string(),
  name: v.string(),
  /** The site it was made from; null for those who cannot see that site. */
  site_fqdn: v.nullable(v.string()),
  /** Whether pages, posts and pictures are in it. */
  includes_content: v.boolean(),
  /** Whether all customers of the partner can start from it. */
  is_offered: v.boolean(),
  /** Whether it is the partner's own: staff made it. */
  is_partners: v.boolean(),
  /** Whether the caller may rename and delete it. */
  can_change: v.boolean(),
  /** The WordPress of the site when it was made. */
  wp_version: v.nullable(v.string()),
  status: v.picklist(BACKUP_STATUSES),
  /** Bytes of the archive; null until it is stored. */
  size: v.nullable(v.number()),
  /** Why it failed, or how its archive was found to be damaged. */
  error: v.nullable(v.string()),
  /** The task that made it. */
  task_id: v.string(),
  created_at: v.string(),
});
export type Blueprint = v.InferOutput<typeof Blueprint>;

/** Tenant fields that clients send out of habit (decision: Tenancy). */
const tenantHints = { partner_domain: v.optional(v.string()), reseller_email: v.optional(v.string()) };

export const BlueprintName = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.nonEmpty('Enter a name.'),
  v.maxLength(120, 'At most 120 characters are allowed.'),
);

export const BlueprintListQuery = v.object({
  ...listQuery(['created_at', 'name']),
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120))),
  /** The site they were made from. */
  site_id: v.optional(Id),
  /** Only those that a site can be created from now. */
  usable: v.optional(v.literal('true')),
});

export const SnapshotListInput = v.omit(BlueprintListQuery, ['site_id']);

export const BlueprintCreateInput = v.object({
  ...tenantHints,
  site_fqdn: Fqdn,
  name: BlueprintName,
  includes_content: v.optional(v.boolean(), false),
});
export type BlueprintCreateInput = v.InferInput<typeof BlueprintCreateInput>;

export const BlueprintUpdateInput = v.pipe(
  v.object({
    id: Id,
    name: v.optional(BlueprintName),
    /** Staff only: whether all customers of the partner can start from it. */
    is_offered: v.optional(v.boolean()),
    ...expected({ name: v.string(), is_offered: v.boolean() }),
  }),
  v.check(({ name, is_offered }) => name !== undefined || is_offered !== undefined, 'The request contains no change.'),
);

/** The blueprint of a new site; the id is null for “Default” (spec §3). */
export const BlueprintChoice = v.object({ id: v.nullable(Id), name: v.optional(v.string()) });
