import * as v from 'valibot';
import { Id } from './fields.ts';
import { listQuery } from './list.ts';
import { Site } from './site.ts';

/** A deleted site that can still be restored. */
export const BinnedSite = v.object({
  ...v.pick(Site, [
    'fqdn',
    'name',
    'title',
    'type',
    'version',
    'file_size',
    'customer_email',
    'customer_name',
    'task_id',
    'created_at',
  ]).entries,
  site_id: v.string(),
  deleted_at: v.string(),
  /** Email of the user who deleted it; null when that account no longer exists. */
  deleted_by: v.nullable(v.string()),
  /** When it is deleted for good. */
  purge_at: v.string(),
});
export type BinnedSite = v.InferOutput<typeof BinnedSite>;

/** A deleted application that can still be restored. */
export const BinnedApp = v.omit(BinnedSite, ['title', 'type', 'version', 'customer_name']);
export type BinnedApp = v.InferOutput<typeof BinnedApp>;

export const BIN_ORDER_COLUMNS = ['created_at', 'deleted_at', 'fqdn', 'file_size'] as const;

export const BinListQuery = v.object({
  ...listQuery(BIN_ORDER_COLUMNS),
  /** Part of the address. */
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});

export const BinRestoreInput = v.object({
  site_id: Id,
  /** Tenant fields that clients send out of habit (decision: Tenancy). */
  partner_domain: v.optional(v.string()),
  reseller_email: v.optional(v.string()),
});
