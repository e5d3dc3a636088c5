import * as v from 'valibot';
import { list } from './bounded.ts';
import { expected } from './expected.ts';
import { Fqdn, Id, Timestamp } from './fields.ts';

/** File types that can have a cache time of their own (data calls §3). */
export const CDN_FILE_TYPES = [
  ...['jpeg', 'jpg', 'gif', 'svg', 'woff', 'woff2', 'vtt', 'zip', 'tar', 'webp'],
  ...['wmv', 'm4v', 'mp3', 'mp4', '7z', 'aac', 'apk', 'dmg', 'gz'],
] as const;

/** Cache times in seconds that can be chosen (data calls §3). */
export const CDN_CACHE_TIMES = [0, 3600, 43_200, 86_400, 604_800, 2_592_000] as const;

/** How a file type is stored: a pattern for the end of an address (data calls §3). */
export const CDN_TYPE_PREFIX = String.raw`(?i)\.`;

const CacheTime = v.picklist(CDN_CACHE_TIMES, 'Choose one of the cache times.');

/** `(?i)\.jpeg`; the panel shows it without the prefix. */
const FileType = v.picklist(
  CDN_FILE_TYPES.map((type) => `${CDN_TYPE_PREFIX}${type}`),
  'Choose one of the file types.',
);

const FileRules = v.pipe(
  list(v.object({ type: FileType, duration: CacheTime }), {
    max: CDN_FILE_TYPES.length,
    tooMany: 'A file type can have one rule.',
  }),
  v.check((rules) => new Set(rules.map(({ type }) => type)).size === rules.length, 'A file type can have one rule.'),
);

/** What the cache of the edge keeps of a site, and for how long. */
export const CdnCacheSettings = v.object({
  file_type: FileRules,
  default_cache_time: CacheTime,
  /** Serve expired content while it is renewed, and when the site does not answer. */
  is_stale: v.boolean(),
  /** Ignore the origin's max-age. */
  ignore_cache: v.boolean(),
  /** Treat query strings as separate cacheable items. */
  qsh: v.boolean(),
});
export type CdnCacheSettings = v.InferOutput<typeof CdnCacheSettings>;

export const CDN_DEFAULTS: CdnCacheSettings = {
  file_type: [],
  default_cache_time: 3600,
  is_stale: false,
  ignore_cache: false,
  qsh: true,
};

export const CdnSettings = v.object({
  ...CdnCacheSettings.entries,
  /** The address of the site. */
  hostname: v.string(),
  /** The address that the cache asks for what it does not have. */
  origin: v.string(),
  /** Null before they were first saved: then only what the site itself marks as cacheable is kept. */
  saved_at: v.nullable(Timestamp),
  /** Why nothing of the site is kept; null when the cache is on. */
  off_reason: v.nullable(v.picklist(['protected', 'staging'])),
});
export type CdnSettings = v.InferOutput<typeof CdnSettings>;

export const CdnUpdateInput = v.object({
  siteId: Id,
  cache_settings: v.object({
    ...CdnCacheSettings.entries,
    hostname: v.optional(v.string()),
    origin: v.optional(v.string()),
  }),
  ...expected(CdnCacheSettings.entries),
});

/** `/*` for all, `/folder/*` for all below, or one address. */
export const PurgeAddress = v.pipe(
  v.string('Enter an address of your site.'),
  v.trim(),
  v.maxLength(2048, 'An address can have at most 2,048 characters.'),
  v.regex(/^\/[^\s#]*$/, 'Enter an address that begins with a slash, like /about or /images/*.'),
);
export const PURGE_ALL = '/*';

export const CdnPurgeInput = v.object({
  purge_settings: v.object({
    fqdn: Fqdn,
    urls: list(PurgeAddress, {
      ...{ min: 1, tooFew: 'Enter an address of your site.' },
      ...{ max: 30, tooMany: 'At most 30 addresses can be purged at once.' },
    }),
  }),
});

export const CDN_PERIODS = ['day', 'week', 'month', 'year'] as const;
export const CdnPeriod = v.picklist(CDN_PERIODS);
export type CdnPeriod = v.InferOutput<typeof CdnPeriod>;

/**
 * `traffic` is bytes sent to visitors; `response_median` and `response_p95` are milliseconds until a response began, which half
 * and 95 % of the responses did not exceed, 0 where there was none.
 */
export const CdnMetricType = v.picklist([
  'traffic',
  'requests',
  'page_views',
  'hits',
  'response_median',
  'response_p95',
]);
export type CdnMetricType = v.InferOutput<typeof CdnMetricType>;

const Figures = {
  requests: v.number(),
  /** Bytes sent to visitors. */
  traffic: v.number(),
  page_views: v.number(),
  /** Requests that the cache answered. */
  hits: v.number(),
};

export const CdnMetrics = v.object({
  period: CdnPeriod,
  type: CdnMetricType,
  /** By hour for a day and a week, by day for longer; the oldest first. `at`: the start of the hour or day (UTC). */
  points: v.array(v.object({ at: Timestamp, value: v.number() })),
  totals: v.object({
    ...Figures,
    /** Requests of crawlers and other programs. */
    bots: v.number(),
    /** Milliseconds until half of the responses, and 95 % of them, had begun; 0 without any. */
    response_median: v.number(),
    response_p95: v.number(),
    /** Responses by the first digit of their status. */
    statuses: v.object({ s2xx: v.number(), s3xx: v.number(), s4xx: v.number(), s5xx: v.number() }),
  }),
  /** By content type, the largest first. */
  content: v.array(v.object({ name: v.string(), value: v.number() })),
});
export type CdnMetrics = v.InferOutput<typeof CdnMetrics>;

/** `throughput` is bytes sent to visitors. */
export const CdnRegionType = v.picklist(['throughput', 'requests']);

export const CdnRegions = v.object({
  period: CdnPeriod,
  type: CdnRegionType,
  /** False without a database of addresses: then no region is recorded. */
  is_known: v.boolean(),
  /** The largest first. `region`: ISO 3166 code, or `unknown`. */
  regions: v.array(v.object({ region: v.string(), value: v.number() })),
});
export type CdnRegions = v.InferOutput<typeof CdnRegions>;
