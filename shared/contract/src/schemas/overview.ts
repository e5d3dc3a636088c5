import * as v from 'valibot';
import { CustomerAccount } from './customer.ts';
import { HEALTH_CODES } from './status.ts';

/** What needs the attention of staff, in the order in which it is shown. */
export const ATTENTION_KINDS = [
  'sites_down',
  'apps_down',
  'tasks_failed',
  'payments_failed',
  'certificates',
  'disk',
  'migrations_waiting',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Days of failed tasks, today included. */
export const FAILED_TASK_DAYS = 7;
/** How many objects of each kind are named. */
export const ATTENTION_NAMED = 3;

const OverviewAttention = v.object({
  kind: v.picklist(ATTENTION_KINDS),
  count: v.number(),
  /** The page that lists the same, with the filter set. */
  list: v.string(),
  /** The first of them, as the list has them. */
  objects: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      /** Of a site or an application: what its checks found. */
      reason: v.nullable(v.picklist(HEALTH_CODES)),
      /** Whose it is, or what it is about; null without. */
      detail: v.nullable(v.string()),
      /** Since when it waits, or when it failed; null where that is not known. */
      at: v.nullable(v.string()),
    }),
  ),
});

const Money = v.object({ amount: v.number(), currency: v.string() });

/** What came to be in a day or a month (UTC). Null for a section that is switched off. */
const OverviewPeriod = v.object({
  /** Its first day. */
  from: v.string(),
  customers: v.number(),
  sites: v.nullable(v.number()),
  apps: v.nullable(v.number()),
  /** What was paid of its invoices and not refunded, by currency, in the smallest unit. */
  revenue: v.array(Money),
});
export type OverviewPeriod = v.InferOutput<typeof OverviewPeriod>;

/** The business of a partner at one look. */
export const Overview = v.object({
  /** Only what there is; empty when nothing needs attention. */
  attention: v.array(OverviewAttention),
  customers: v.number(),
  /** Null where the section is switched off. */
  sites: v.nullable(v.number()),
  apps: v.nullable(v.number()),
  /** The last 30 days, today included, the oldest first. */
  days: v.array(OverviewPeriod),
  /** The last 12 months, this one included, the oldest first. */
  months: v.array(OverviewPeriod),
  newest_customers: v.array(CustomerAccount),
});
export type Overview = v.InferOutput<typeof Overview>;
