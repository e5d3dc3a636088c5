import * as v from 'valibot';
import { MIGRATION_STATUSES, MIGRATION_TYPES } from '../status.ts';
import { expected } from './expected.ts';
import { Fqdn, Id, queryList } from './fields.ts';
import { listQuery } from './list.ts';
import { IMPORT_ZIP_MAX_BYTES } from './site.ts';
import { FileDifference, NewerRows } from './staging.ts';

/** The largest archive that can be uploaded. */
export const MIGRATION_ZIP_MAX_BYTES = IMPORT_ZIP_MAX_BYTES;

const Answer = v.object({
  status: v.number(),
  /** Of the HTML; empty without one. */
  title: v.string(),
  bytes: v.number(),
});

/** One page of the copy beside the original. */
export const ComparedPage = v.object({
  /** With its query; the same on both sides. */
  path: v.string(),
  /** Null when it did not answer. */
  copy: v.nullable(Answer),
  /** Null when it did not answer, or when its address is not known. */
  original: v.nullable(Answer),
  /** How they differ, or why they could not be compared; null when they agree. */
  difference: v.nullable(v.string()),
  /** How its first screen looks; null without a picture of the copy. */
  pictures: v.nullable(
    v.object({
      copy_url: v.string(),
      /** Null when the original could not be pictured. */
      original_url: v.nullable(v.string()),
      /** The copy, with what differs marked. */
      marked_url: v.nullable(v.string()),
      /** The share of equal pixels, from 0 to 1. */
      similarity: v.nullable(v.number()),
    }),
  ),
});
export type ComparedPage = v.InferOutput<typeof ComparedPage>;

/** What a newer archive changed in the copy. */
export const CarriedParts = v.object({
  files: FileDifference,
  /** Tables whose number of rows changed; null where there was no such table. */
  tables: v.array(v.object({ table: v.string(), before: v.nullable(v.number()), after: v.nullable(v.number()) })),
});
export type CarriedParts = v.InferOutput<typeof CarriedParts>;

/**
 * What the move to the address brought over: `none` without a newer backup, `unchanged` when the archive is still the same.
 */
const Carried = v.variant('result', [
  v.object({ result: v.picklist(['none', 'unchanged']), at: v.string() }),
  v.object({ result: v.literal('carried'), at: v.string(), ...CarriedParts.entries }),
]);

/** Rows that were written on the copy since it was made; a newer archive replaces them. */
export const WrittenRows = v.object({
  since: v.string(),
  newer: v.array(NewerRows),
});
export type WrittenRows = v.InferOutput<typeof WrittenRows>;

/** The move of a site from another host to the panel. */
export const Migration = v.object({
  id: v.string(),
  type: v.picklist(MIGRATION_TYPES),
  /** Shows the migration plugin on the old host that the migration is known and open. */
  token: v.string(),
  status: v.picklist(MIGRATION_STATUSES),
  /** Where the archive of the old site is; null for the type backup, whose archive is uploaded. */
  sharingLink: v.nullable(v.string()),
  /** Name and bytes of the uploaded file; null for the other types. */
  file_name: v.nullable(v.string()),
  file_size: v.nullable(v.number()),
  /** Where the old site is; null if it cannot be reached. */
  source_url: v.nullable(v.string()),
  /** Whether the old address is replaced in tables that do not start with the prefix of WordPress, too. */
  other_tables: v.boolean(),
  /** The address that the site gets. */
  fqdn: v.string(),
  /** The site with the copy; null before there is one, and after it was deleted. */
  site_id: v.nullable(v.string()),
  site_url: v.nullable(v.string()),
  /** The task that makes the copy or moves it to its address; null before the first. */
  task_id: v.nullable(v.string()),
  /** The copy beside the original, page by page; null before there is one. */
  rehearsal: v.nullable(
    v.object({
      checked_at: v.string(),
      pages: v.array(ComparedPage),
      /** Published pages that were not compared: there are too many, or the original is too slow. */
      left_out: v.number(),
      /** Whether the server had a browser for pictures. */
      has_pictures: v.boolean(),
    }),
  ),
  /** What was brought over when the copy was moved to its address; null before. */
  carried: v.nullable(Carried),
  /** Why it failed, or why the copy could not be moved to its address. */
  error: v.nullable(v.string()),
  customer_id: v.string(),
  customer_email: v.string(),
  partner_domain: v.string(),
  reseller_email: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Migration = v.InferOutput<typeof Migration>;

export const MIGRATION_ORDER_COLUMNS = ['created_at', 'fqdn', 'type', 'status'] as const;

export const MigrationListQuery = v.object({
  ...listQuery(MIGRATION_ORDER_COLUMNS),
  /** Part of the address; for staff also of the customer's email. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  status: v.optional(queryList(MIGRATION_STATUSES)),
});

/** Sent by clients out of habit; checked against the session, never trusted (decision: Tenancy). */
const tenantHints = { partner_domain: v.optional(v.string()), reseller_email: v.optional(v.string()) };

const isAddress =
  (...protocols: readonly string[]) =>
  (text: string): boolean => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol) && url.username === '' && url.password === '';
  };

/** Encodes what an address cannot contain. */
const normal = v.transform((text: string) => new URL(text).href);

/** The server checks that its host is public when it downloads the archive. */
export const SharingLink = v.pipe(
  v.string('Enter the link.'),
  v.trim(),
  v.nonEmpty('Enter the link.'),
  v.maxLength(2000, 'The link can have at most 2,000 characters.'),
  v.check(isAddress('https:'), 'Enter a link that starts with https://, without a user name or password.'),
  normal,
);

/** What people type is often the host alone. */
const withScheme = v.transform((text: string) =>
  !text.includes('://') && text.includes('.') ? `https://${text}` : text,
);

/** The address of a web site. A bare host is completed to `https://`. */
export const SourceUrl = v.pipe(
  v.string('Enter an address such as https://www.example.com.'),
  v.trim(),
  v.maxLength(300, 'The address can have at most 300 characters.'),
  withScheme,
  v.check(isAddress('https:', 'http:'), 'Enter an address such as https://www.example.com.'),
  normal,
);

const chosen = {
  ...tenantHints,
  fqdn: Fqdn,
  source_url: v.optional(v.nullable(SourceUrl), null),
  /** Whether the old address is replaced in tables that do not start with the prefix of WordPress, too. */
  other_tables: v.optional(v.boolean(), false),
};

/** A backup migration uses an uploaded archive, the others a sharing link (data calls §3). */
export const MigrationInput = v.variant('type', [
  v.object({ ...chosen, type: v.literal('backup') }),
  v.object({ ...chosen, type: v.picklist(['host', 'plugin']), sharingLink: SharingLink }),
]);
export type MigrationInput = v.InferOutput<typeof MigrationInput>;

/** As `multipart/form-data`: the field `migration` is JSON (data calls §7). */
export const MigrationForm = v.object({
  migration: v.pipe(v.string(), v.maxLength(10_000), v.parseJson({}, 'This is not valid JSON.'), MigrationInput),
  backupZipFile: v.optional(v.file('Choose a zip or tar.gz file.')),
});

/** A newer backup of the same site. */
export const MigrationArchiveForm = v.object({ id: Id, backupZipFile: v.file('Choose a zip or tar.gz file.') });

export const MigrationUpdate = v.object({
  ...tenantHints,
  id: Id,
  fqdn: v.optional(Fqdn),
  source_url: v.optional(v.nullable(SourceUrl)),
  sharingLink: v.optional(SharingLink),
  ...expected({ fqdn: v.string(), source_url: v.nullable(v.string()) }),
});

export const MigrationStatusInput = v.object({
  id: Id,
  /** `inprogress` makes the copy, `ready` moves it to its address; a check sets `completed` and `ready`. */
  status: v.picklist(['inprogress', 'cancelled', 'ready', 'failed']),
  /** With `ready`: whether what changed on the original since the copy was made is brought over first. */
  carry: v.optional(v.boolean(), true),
  /** With `failed`: why, for the customer. */
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500, 'At most 500 characters are allowed.'))),
});

/** 256 random bits in base64url. */
export const MigrationToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'This is not a migration token.'));
