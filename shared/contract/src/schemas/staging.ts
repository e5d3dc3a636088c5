import * as v from 'valibot';
import { list } from './bounded.ts';
import { Id } from './fields.ts';
import { PasswordProtectionInput, Site } from './site.ts';

/** Tenant fields that clients send out of habit (decision: Tenancy). */
const tenantHints = { partner_domain: v.optional(v.string()), reseller_email: v.optional(v.string()) };

/** The staging environment of a live site. */
export const Staging = v.object({
  status: v.literal(true),
  /** Null while the live site has none. */
  staging: v.nullable(Site),
  /** When the live site was last copied to it; null before the first copy is complete. */
  copied_at: v.nullable(v.string()),
  last_publish_date: v.nullable(v.string()),
  /** The backup from before the last publish, and what that publish replaced; null when there is nothing to revert. */
  revert: v.nullable(v.object({ backup_id: v.string(), files: v.boolean(), database: v.boolean() })),
});
export type Staging = v.InferOutput<typeof Staging>;

export const StagingCreateInput = v.object({
  ...tenantHints,
  /** The live site. */
  site_id: Id,
  password_protection: v.optional(v.nullable(PasswordProtectionInput), null),
});

/** Kinds of tables in which visitors write. */
export const KEPT_TABLES = ['posts', 'comments', 'users', 'orders', 'entries'] as const;
export type KeptTables = (typeof KEPT_TABLES)[number];
/** Those in which only visitors of the live site write: a publish keeps them unless it says otherwise. */
export const LIVE_TABLES = ['orders', 'entries'] as const satisfies readonly KeptTables[];

export const StagingPublishInput = v.object({
  ...tenantHints,
  /** The staging site. */
  site_id: Id,
  /** Files alone when neither is chosen (data calls §3). */
  publish_files: v.optional(v.boolean(), false),
  publish_db_files: v.optional(v.boolean(), false),
  /**
   * Tables that stay as the live site has them, although its database is replaced; without it those of LIVE_TABLES that it
   * has.
   */
  keep_tables: v.optional(list(v.picklist(KEPT_TABLES), { max: KEPT_TABLES.length })),
});

export const StagingChosenInput = v.object({ ...tenantHints, site_id: Id });

/** `status`: whether the staging site was ever published. */
export const PublishDate = v.object({ status: v.boolean(), last_publish_date: v.nullable(v.string()) });
export type PublishDate = v.InferOutput<typeof PublishDate>;

const FileChanges = v.object({ count: v.number(), bytes: v.number(), paths: v.array(v.string()) });
/** Files below the document root; the first 100 of each kind by name. */
export const FileDifference = v.object({ added: FileChanges, changed: FileChanges, removed: FileChanges });
/** Rows of one kind that are newer than a copy of the site. */
export const NewerRows = v.object({ kind: v.picklist(KEPT_TABLES), rows: v.number() });

/** What a publish would do to the live site. */
export const StagingDifference = v.object({
  files: FileDifference,
  /** Rows of each table; null where the table is missing. */
  tables: v.array(v.object({ table: v.string(), live: v.nullable(v.number()), staging: v.nullable(v.number()) })),
  /** Rows of the live site that staging does not have: they are newer than its copy. Kinds without any are left out. */
  newer: v.array(NewerRows),
  /** The kinds of tables that a publish keeps unless it says otherwise, because the live site has them. */
  keeps: v.array(v.picklist(KEPT_TABLES)),
});
export type StagingDifference = v.InferOutput<typeof StagingDifference>;
