import * as v from 'valibot';
import { Id, queryList } from './fields.ts';
import { listQuery, page } from './list.ts';
import { Site } from './site.ts';
import { HEALTH_FILTERS, SITE_ENVIRONMENTS, SITE_STATUSES, SITE_TYPES, SITE_WARNINGS } from './status.ts';
import { TagFilter } from './tag.ts';

export const SITE_ORDER_COLUMNS = ['created_at', 'fqdn', 'status', 'type'] as const;

export const SiteListQuery = v.object({ ...listQuery(SITE_ORDER_COLUMNS) });
/** What a list of sites shows. */
export const SiteFilter = v.object({
  /** Part of the address; for staff also of the customer's email or name. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  status: v.optional(queryList(SITE_STATUSES)),
  type: v.optional(queryList(SITE_TYPES)),
  customer_id: v.optional(Id),
  health: v.optional(queryList(HEALTH_FILTERS)),
  warning: v.optional(queryList(SITE_WARNINGS)),
  environment: v.optional(v.picklist(SITE_ENVIRONMENTS)),
  tag: v.optional(TagFilter),
});
export const SiteFilterQuery = v.object({
  ...listQuery(SITE_ORDER_COLUMNS),
  ...SiteFilter.entries,
  /** Pages of live sites in their order, each followed by its staging environment; one that is found brings its live site. */
  nested: v.optional(v.literal('true')),
});
/** With `nested`, the totals are of live sites, and a page has up to twice its size. */
export const SitePage = v.object({
  ...page(Site).entries,
  /** With `nested`: how many sites were found, staging environments included. */
  foundCount: v.optional(v.number()),
  /** With `nested`: live sites of the page that were not found themselves, only their staging environment. */
  contextIds: v.optional(v.array(v.string())),
});
