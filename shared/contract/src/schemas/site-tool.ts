import * as v from 'valibot';
import { Fqdn, Id, INT4_MAX } from './fields.ts';
import { TaskStarted } from './task.ts';

const SEARCH_MAX = 1000;

/** Search and replace in a site's database. The flags are off unless they are set. */
export const SearchReplaceInput = v.pipe(
  v.object({
    fqdn: Fqdn,
    search: v.pipe(
      v.string(),
      v.nonEmpty('Enter the text to search for.'),
      v.maxLength(SEARCH_MAX, `At most ${SEARCH_MAX} characters are allowed.`),
    ),
    replace: v.pipe(v.string(), v.maxLength(SEARCH_MAX, `At most ${SEARCH_MAX} characters are allowed.`)),
    isDryRun: v.optional(v.boolean(), false),
    isClearCache: v.optional(v.boolean(), false),
    partner_domain: v.optional(v.string()),
    reseller_email: v.optional(v.string()),
  }),
  v.forward(
    v.check(({ search, replace }) => search !== replace, 'Enter a text that differs from the one to search for.'),
    ['replace'],
  ),
);
export type SearchReplaceInput = v.InferInput<typeof SearchReplaceInput>;

/** How many values of a table contain the text; without those of tables that contain none. */
export const TableCount = v.object({ table: v.string(), replacements: v.number() });
export type TableCount = v.InferOutput<typeof TableCount>;

/** Counts after a dry run; after a live run its task, whose log has them. */
export const SearchReplaceResult = v.union([
  v.object({
    status: v.literal(true),
    fqdn: v.string(),
    tables: v.array(TableCount),
    /** Tables with such values that are not in the list. */
    others: v.number(),
  }),
  TaskStarted,
]);
export type SearchReplaceResult = v.InferOutput<typeof SearchReplaceResult>;

/** One scheduled event of a WordPress. */
export const CronEvent = v.object({
  hook: v.string(),
  next_run: v.string(),
  /** Seconds between two runs; null for an event that runs once. */
  interval: v.nullable(v.number()),
});
export type CronEvent = v.InferOutput<typeof CronEvent>;

/** `others`: events that are not in the list, because there are too many or their name cannot be used. */
export const CronEvents = v.object({ events: v.array(CronEvent), others: v.number() });
export type CronEvents = v.InferOutput<typeof CronEvents>;

export const CronRunInput = v.object({ id: Id, hook: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) });

export const DebugLog = v.object({
  /** Whether WordPress writes errors to the log. */
  enabled: v.boolean(),
  /** Bytes of the whole file; null when there is none. */
  size: v.nullable(v.number()),
  /** The last lines of the file, at most 64 KB. */
  text: v.string(),
});
export type DebugLog = v.InferOutput<typeof DebugLog>;

/** A folder below the site's own, e.g. `public/wp-content`; empty for the site's own. */
export const FolderPath = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.check(
    (path) =>
      path === '' ||
      path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0')),
    'This is not a valid folder.',
  ),
);

export const FolderEntry = v.object({
  name: v.string(),
  kind: v.picklist(['folder', 'file']),
  bytes: v.number(),
  /** Files and folders below it; 0 for a file. */
  files: v.number(),
});
export type FolderEntry = v.InferOutput<typeof FolderEntry>;

/** The largest entries of a folder, largest first, and the sum of the others. */
export const FolderSizes = v.object({
  folder: v.string(),
  entries: v.array(FolderEntry),
  others: v.object({ count: v.number(), bytes: v.number() }),
  /** False when there is more than could be counted. */
  complete: v.boolean(),
});
export type FolderSizes = v.InferOutput<typeof FolderSizes>;

const whole = v.pipe(
  v.number(),
  v.integer('This must be a whole number.'),
  v.minValue(1, 'This must be at least 1.'),
  v.maxValue(INT4_MAX, 'This number is too large.'),
);

/** The plan of the site limits each value further. */
export const PhpSettingsInput = v.object({ memory_mb: whole, upload_mb: whole, execution_seconds: whole });

const Range = v.object({ min: v.number(), max: v.number() });
/** The settings that apply, and the range of each within the plan. */
export const SitePhp = v.object({
  settings: PhpSettingsInput,
  ranges: v.object({ memory_mb: Range, upload_mb: Range, execution_seconds: Range }),
});
export type SitePhp = v.InferOutput<typeof SitePhp>;
