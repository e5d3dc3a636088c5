import * as v from 'valibot';
import { list } from './bounded.ts';
import { Collisions, ContentDifference, Merged } from './content-difference.ts';
import { Id, INT4_MAX, queryInteger } from './fields.ts';
import { FilePath } from './file.ts';
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
/** What a publish of the database does with what only the live site has changed since the copy. */
export const LIVE_CHANGES = ['keep', 'replace'] as const;
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
  /** Of posts, terms, menus, comments, users and settings. Where it is not known what was changed, they are replaced. */
  live_changes: v.optional(v.picklist(LIVE_CHANGES), 'keep'),
  /** Whose version stays of what both sites have changed; that of staging unless it is said here. */
  collisions: v.optional(Collisions, { otherwise: 'staging', items: [] }),
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
  /** What differs by what it is; null where there is no database, or where it could not be compared. */
  content: v.nullable(ContentDifference),
});
export type StagingDifference = v.InferOutput<typeof StagingDifference>;

/** What the last publish changed on the live site: files, database or both. */
export const PublishedDifference = v.object({
  parts: v.picklist(['all', 'files', 'database']),
  files: FileDifference,
  content: v.nullable(ContentDifference),
  /** The kinds of tables that were kept as the live site had them. */
  keep: v.array(v.picklist(KEPT_TABLES)),
  /** What stayed of the live site, and what was chosen; null or absent where all of it was replaced. */
  merged: v.optional(v.nullable(v.object({ ...Merged.entries, collisions: Collisions }))),
});
export type PublishedDifference = v.InferOutput<typeof PublishedDifference>;

/** `difference`: null where nothing was published, or where it could not be compared then. */
export const Published = v.object({
  last_publish_date: v.nullable(v.string()),
  difference: v.nullable(PublishedDifference),
});
export type Published = v.InferOutput<typeof Published>;

/** Either a post, or a file below the document root. */
export const DifferenceTextInput = v.pipe(
  v.object({ id: Id, post: v.optional(queryInteger(1, INT4_MAX)), path: v.optional(FilePath) }),
  v.check(({ post, path }) => (post === undefined) !== (path === undefined), 'Choose a post or a file.'),
);

/** One side of a difference of texts; `text` is null for what is too large or no text. */
const DifferenceSide = v.object({ text: v.nullable(v.string()), whole: v.boolean() });
/** The text on both sites; null where it does not exist. */
export const DifferenceText = v.object({ live: v.nullable(DifferenceSide), staging: v.nullable(DifferenceSide) });
export type DifferenceText = v.InferOutput<typeof DifferenceText>;
