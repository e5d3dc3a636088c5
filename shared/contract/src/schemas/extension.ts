import * as v from 'valibot';
import { Sentence } from './said.ts';
import { list } from './bounded.ts';
import { Id, queryInteger } from './fields.ts';
import { PAGE_SIZE_MAX } from './list.ts';

/** A plugin or a theme; both have the same calls, tables and pages (spec §7: "themes identical"). */
export const EXTENSION_KINDS = ['plugin', 'theme'] as const;
export type ExtensionKind = (typeof EXTENSION_KINDS)[number];

/** Where a version of a library comes from. */
export const EXTENSION_SOURCES = ['upload', 'directory'] as const;
export type ExtensionSource = (typeof EXTENSION_SOURCES)[number];

/** What can be done with an installed plugin or theme. A theme is replaced by activating another one. */
export const EXTENSION_ACTIONS = ['install', 'activate', 'deactivate', 'delete', 'update'] as const;
export type ExtensionAction = (typeof EXTENSION_ACTIONS)[number];

/** The largest archive that can be uploaded. */
export const EXTENSION_ZIP_MAX_BYTES = 32 * 1024 * 1024;
/** Sites and items of one request. */
export const EXTENSION_SITES_MAX = 1000;
const SLUGS_MAX = 50;

/** The name of its folder. It never begins with a hyphen, so it cannot be taken for an option of a command. */
export const ExtensionSlug = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'This is not the folder name of a plugin or theme.'),
  v.check((slug) => !slug.includes('..'), 'This is not the folder name of a plugin or theme.'),
);

export const ExtensionVersion = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9.+_~-]*$/, 'This is not a version number.'),
);

/** One version of a plugin or theme in the library. */
export const Extension = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  version: v.string(),
  author: v.string(),
  description: v.string(),
  /** The oldest versions that it works with; null if it names none. */
  requires_wp: v.nullable(v.string()),
  requires_php: v.nullable(v.string()),
  tags: v.array(v.string()),
  source: v.picklist(EXTENSION_SOURCES),
  /** The version that the directory has, if it is newer than all in the library; otherwise null. */
  directory_version: v.nullable(v.string()),
  /** Bytes of the archive. */
  file_size: v.number(),
  created_at: v.string(),
});
export type Extension = v.InferOutput<typeof Extension>;

/** One plugin or theme on one site, as the last check found it. */
export const InstalledOn = v.object({
  site_id: v.string(),
  fqdn: v.string(),
  version: v.string(),
  active: v.boolean(),
  /** The task that changes the site now, or null. */
  task_id: v.nullable(v.string()),
  checked_at: v.string(),
});
export type InstalledOn = v.InferOutput<typeof InstalledOn>;

/** One plugin or theme over all sites. */
export const InstalledExtension = v.object({
  slug: v.string(),
  name: v.string(),
  /** The versions on the sites, newest first. */
  versions: v.array(v.string()),
  site_count: v.number(),
  active_count: v.number(),
  /** The newest version in the library if it is newer than a site's, otherwise null. */
  update_version: v.nullable(v.string()),
  /** The versions on the sites that have a known vulnerability; empty without a feed. */
  vulnerable_versions: v.array(v.string()),
  /** The sites by address, at most 100. */
  sites: v.array(InstalledOn),
});
export type InstalledExtension = v.InferOutput<typeof InstalledExtension>;

/** How current the installed items are. */
export const InstalledState = v.object({
  /** The oldest check of a site; null when none was checked yet. */
  checked_at: v.nullable(v.string()),
  /** Sites that were not checked yet, or whose last check failed. */
  unchecked: v.array(v.object({ site_id: v.string(), fqdn: v.string(), reason: v.nullable(v.string()) })),
});
export type InstalledState = v.InferOutput<typeof InstalledState>;

/** Pages count from 1 and hold 100 by default (data calls §9); other lists count from 0. */
export const ExtensionListQuery = v.object({
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  pageIndex: v.optional(queryInteger(1, 1_000_000), 1),
  pageSize: v.optional(queryInteger(1, PAGE_SIZE_MAX), PAGE_SIZE_MAX),
});

/** A site on which a version can be installed, or why not. */
export const AvailableSite = v.object({
  site_id: v.string(),
  fqdn: v.string(),
  title: v.string(),
  /** The version that the site has now; null if it has none. */
  installed_version: v.nullable(v.string()),
  active: v.boolean(),
  /** Why it cannot be installed there now; null if it can. */
  reason: v.nullable(v.string()),
});
export type AvailableSite = v.InferOutput<typeof AvailableSite>;

/** Sent by clients out of habit; checked against the session, never trusted (decision: Tenancy). */
const tenantHints = { partner_domain: v.optional(v.string()), reseller_email: v.optional(v.string()) };

/** A zip as `multipart/form-data`. */
export const ExtensionUpload = v.object({ ...tenantHints, file: v.file('Choose a zip file.') });

export const ExtensionChange = v.object({
  ...tenantHints,
  slugs: list(ExtensionSlug, {
    ...{ min: 1, tooFew: 'Choose at least one.' },
    ...{ max: SLUGS_MAX, tooMany: `At most ${SLUGS_MAX} at once.` },
  }),
  action: v.picklist(EXTENSION_ACTIONS),
  /** The sites to change; without it all that have one of the items. Required to install. */
  site_ids: v.optional(
    list(Id, {
      ...{ min: 1, tooFew: 'Choose at least one site.' },
      ...{ max: EXTENSION_SITES_MAX, tooMany: `At most ${EXTENSION_SITES_MAX} sites at once.` },
    }),
  ),
  /** The version to install, from the library; without it the newest. Only with one slug. */
  version: v.optional(ExtensionVersion),
  /** Activate it as well, after it was installed. */
  activate: v.optional(v.boolean(), false),
  /**
   * Change one site first, then the others in waves, and halt when a site breaks. Only to install or update. Without a
   * first site, a staging site or the smallest one is the first.
   */
  waves: v.optional(v.object({ first_site_id: v.optional(Id) })),
});
export type ExtensionChange = v.InferInput<typeof ExtensionChange>;

export const RUN_SITE_STATUSES = [
  'waiting',
  'queued',
  'running',
  'cancelling',
  'succeeded',
  'failed',
  'cancelled',
  'refused',
  'skipped',
  'not_started',
  'put_back',
] as const;

/**
 * Progress of a change on one site. `refused`: it was not started, `error` says why. In a plan also: `waiting` for its
 * wave, or for another task on the site; `skipped` by the customer; `not_started` because the plan was stopped;
 * `put_back`: the customer had the earlier version put back.
 */
export const RunSite = v.object({
  site_id: v.string(),
  fqdn: v.string(),
  task_id: v.nullable(v.string()),
  status: v.picklist(RUN_SITE_STATUSES),
  /** 0 to 100. */
  percent: v.number(),
  /** The running step in words; null before and after. */
  step: v.nullable(v.string()),
  error: v.nullable(v.string()),
  /** The same as sentences, for other languages; of a task, as far as it knows them. */
  error_texts: v.optional(v.array(Sentence)),
  /** Its wave in a plan, from 1; otherwise null. */
  wave: v.nullable(v.number()),
  /** How its home page differs from the one before the change, as sentences. */
  differences: v.array(v.string()),
  /** The same in this order, for other languages; of older plans they are in English only. */
  difference_texts: v.optional(v.array(Sentence)),
  /** Addresses of its pictures before and after the change; null when there are not both. */
  pictures: v.nullable(v.object({ before: v.string(), after: v.string() })),
  /** Why no pictures were compared, although it was the first site; otherwise null. */
  no_pictures: v.nullable(v.string()),
});
export type RunSite = v.InferOutput<typeof RunSite>;

/**
 * States of a plan. `review`: a site answers, but looks different. `halted`: a site broke, and has its earlier version
 * again. Both wait for a decision.
 */
export const PLAN_STATES = ['running', 'review', 'halted', 'stopped', 'done'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** A change of plugins or themes on many sites. */
export const ExtensionRunSummary = v.object({
  id: v.string(),
  kind: v.picklist(EXTENSION_KINDS),
  action: v.picklist(EXTENSION_ACTIONS),
  items: v.array(v.object({ slug: v.string(), name: v.string(), version: v.nullable(v.string()) })),
  created_at: v.string(),
  /** Of a plan in waves; null when all sites are changed at once. */
  state: v.nullable(v.picklist(PLAN_STATES)),
});
export type ExtensionRunSummary = v.InferOutput<typeof ExtensionRunSummary>;

/** The same with a result per site. */
export const ExtensionRun = v.object({
  ...ExtensionRunSummary.entries,
  /** True once no site is waiting or being changed, and nothing is to be decided. */
  ended: v.boolean(),
  sites: v.array(RunSite),
});
export type ExtensionRun = v.InferOutput<typeof ExtensionRun>;

export const PLAN_DECISIONS = ['continue', 'skip', 'stop'] as const;
export type PlanDecision = (typeof PLAN_DECISIONS)[number];

/**
 * In review: `continue` accepts the difference on all sites, `skip` puts the earlier version of this site back and goes
 * on, `stop` puts it back and changes no other site. When halted: `continue` tries the failed sites again, `skip` leaves
 * them out. While it runs: `skip` leaves out the waiting `site_id`, `stop` lets the running tasks end. In every other
 * state a `site_id` is a CONFLICT.
 *
 * `state` is the one that the decision is about: a CONFLICT when it is another by now, so that nobody decides about a
 * difference that they have not seen.
 */
export const PlanDecisionInput = v.object({
  ...tenantHints,
  id: Id,
  decision: v.picklist(PLAN_DECISIONS),
  site_id: v.optional(Id),
  state: v.optional(v.picklist(PLAN_STATES)),
});

export const PlanListQuery = v.object({ kind: v.picklist(EXTENSION_KINDS) });
