import * as v from 'valibot';
import { list } from './bounded.ts';
import { CdnCacheSettings } from './cdn.ts';
import { EXTENSION_SITES_MAX, ExtensionVersion, PLAN_DECISIONS, PLAN_STATES, RunSite } from './extension.ts';
import { Id, Timestamp } from './fields.ts';

/** What a plan can change on many sites, besides plugins and themes. */
export const FLEET_KINDS = ['php', 'wordpress', 'cache'] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];

/** Sites of one plan. */
export const FLEET_SITES_MAX = EXTENSION_SITES_MAX;

/** One change, the same on each site of a plan. */
export const FleetChange = v.variant('kind', [
  /** Another PHP, e.g. `8.4`. */
  v.object({ kind: v.literal('php'), version: ExtensionVersion }),
  /** A newer WordPress. */
  v.object({ kind: v.literal('wordpress'), version: ExtensionVersion }),
  /** What the cache keeps, and for how long. */
  v.object({ kind: v.literal('cache'), settings: CdnCacheSettings }),
]);
export type FleetChange = v.InferOutput<typeof FleetChange>;

/** Why a site is left out of a change. */
export const FLEET_REASONS = {
  not_ready: 'The site is not ready. Only a ready site can be changed.',
  other_plan: 'Another plan that has not ended changes this site. Finish or stop that plan first.',
  no_php: 'This site does not run PHP.',
  php_missing: 'This PHP version is not installed where the site is hosted.',
  php_unknown: 'We have not seen yet which PHP version the site runs.',
  has_php: 'The site has this PHP version already.',
  no_wordpress: 'This is not a WordPress site.',
  wordpress_missing: 'This WordPress version cannot be installed.',
  has_wordpress: 'The site has this WordPress version or a newer one.',
  staging: 'Staging environments aren’t cached.',
  protected: 'Sites with a password aren’t cached.',
  gone: 'This site was deleted or moved.',
} as const;
export type FleetReason = keyof typeof FLEET_REASONS;

/** Why nothing was started on a site of any plan, or of a change of plugins and themes. */
export const PLAN_REASONS = {
  ...FLEET_REASONS,
  busy: 'This site is being changed. Wait until that finishes.',
  has_version: 'This version is already installed.',
  no_newer: 'There is no newer version for this site in your library.',
  not_inactive: 'It is already active here, or not installed.',
  not_active: 'It is not active here.',
  not_installed: 'It is not installed here.',
} as const;
export type PlanReason = keyof typeof PLAN_REASONS;

/** Which sites; all of the caller's without one. */
export const FleetFilter = v.object({
  /** Part of the address; for staff also of the customer's email or name. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  /** For staff: the sites of one customer. */
  customer_id: v.optional(Id),
});
export type FleetFilter = v.InferInput<typeof FleetFilter>;

export const FleetPreviewInput = v.object({ change: FleetChange, filter: v.optional(FleetFilter, {}) });

/** A site of a preview. */
export const FleetSite = v.object({
  site_id: v.string(),
  fqdn: v.string(),
  /** The customer's email; null for customers, whose sites these are. */
  customer: v.nullable(v.string()),
  /** Its version now; null for what has none. */
  now: v.nullable(v.string()),
  /** Why it is left out; null for one that is changed. */
  reason: v.nullable(v.string()),
});
export type FleetSite = v.InferOutput<typeof FleetSite>;

export const FleetPreview = v.object({
  /** By address, at most `FLEET_SITES_MAX`. */
  sites: v.array(FleetSite),
  /** How many sites the filter finds. */
  total: v.number(),
});
export type FleetPreview = v.InferOutput<typeof FleetPreview>;

/** The sites are those of the preview, so that one which was created since is not changed unseen. */
export const FleetStart = v.object({
  change: FleetChange,
  site_ids: list(Id, {
    ...{ min: 1, tooFew: 'Choose at least one site.' },
    ...{ max: FLEET_SITES_MAX, tooMany: `At most ${FLEET_SITES_MAX} sites at once.` },
  }),
  /** The site that is changed first; without one, a staging site or the smallest. */
  first_site_id: v.optional(Id),
});
export type FleetStart = v.InferInput<typeof FleetStart>;

/** A plan without its sites. */
export const FleetPlanSummary = v.object({
  id: v.string(),
  change: FleetChange,
  created_at: Timestamp,
  state: v.picklist(PLAN_STATES),
  /** Who started it; null once that account is deleted. */
  started_by: v.nullable(v.string()),
});
export type FleetPlanSummary = v.InferOutput<typeof FleetPlanSummary>;

/** The same with its sites by wave. */
export const FleetPlan = v.object({
  ...FleetPlanSummary.entries,
  /** True once no site is waiting or being changed, and nothing is to be decided. */
  ended: v.boolean(),
  sites: v.array(RunSite),
});
export type FleetPlan = v.InferOutput<typeof FleetPlan>;

/** As for plans of plugins and themes (`PlanDecisionInput`). */
export const FleetDecision = v.object({
  id: Id,
  decision: v.picklist(PLAN_DECISIONS),
  site_id: v.optional(Id),
  state: v.optional(v.picklist(PLAN_STATES)),
});
