import type { CheckedBy, LimitKind, PhpSettings, SiteStatus } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { license } from './license.table.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

export type SiteType = 'wordpress' | 'ftp_migration' | 'ftp' | 'site_builder' | 'github';
export type DomainType = 'sub_domain' | 'custom_domain';
/** Results of a site's last check (contract: Evidence). */
export type SiteEvidence = {
  name: 'HTTP' | 'WordPress' | 'Runtime' | 'DNS' | 'Certificate' | 'CDN';
  ok: boolean;
  detail: string;
  checked_at: string;
  /** What asked for the check; unknown for evidence that was stored before this was recorded. */
  by?: CheckedBy;
};

/** The kind of a site of a type. */
export const kindOfSite = (type: SiteType): string => (type === 'wordpress' ? 'wordpress' : 'static');

/** The kinds of a section, after the column: constants, so that a query proves the condition of a partial index. */
export const IS_SITE = `<> 'node'`;
export const IS_APP = `= 'node'`;

/** Plugins and themes of the site can be read, and are not known, or not since the last check. */
const IS_UNREAD = sql`type = 'wordpress' and status = 'ready' and assigned_at is not null and binned_at is null and (inventory_at is null or is_inventory_failed)`;

/**
 * What runs: a site (`isSite`) or an application. The server uses `id` everywhere; `site_id` of the API is null until
 * `assignedAt` is set, so that a creation that failed before provisioning is deleted by its name (spec §4). The columns that
 * only WordPress has (`version`, `phpVersion`, `title`, `adminUser`, `inventoryAt` …) are here, because lists show and sort by
 * them through indexes over the owner.
 */
export const workload = pgTable(
  'workload',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'set null' }),
    /** The primary address without port; all addresses are in `workload_host`. */
    fqdn: text('fqdn').notNull().unique(),
    /** Display name in the panel. */
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    /** How a site came to be. Of other kinds it repeats the kind, and nothing that reads sites sees it (`isSite`). */
    type: text('type').$type<SiteType>().notNull(),
    /** The machine that has its files; null until a machine with them has claimed it. */
    nodeId: uuid('node_id'),
    /** How often it has moved. Files with another number are those of an earlier machine. */
    moves: integer('moves').notNull().default(0),
    status: text('status').$type<SiteStatus>().notNull().default('pending'),
    version: text('version'),
    phpVersion: text('php_version'),
    imageId: text('image_id'),
    isStage: boolean('is_stage').notNull().default(false),
    infraDomainId: text('infra_domain_id').notNull(),
    /** Shared by its customer and the staff of the partner. */
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
    domainType: text('domain_type').$type<DomainType>().notNull().default('sub_domain'),
    planType: text('plan_type').notNull().default('FREE'),
    /** Also of a licence that is no longer valid; the plan is the smallest then. */
    licenseKey: text('license_key').references(() => license.key, { onDelete: 'set null' }),
    stripeLicenseId: text('stripe_license_id'),
    title: text('title').notNull().default(''),
    /** Its names as they are searched in (`hasWords`); the database writes it, so that every writer keeps it. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`search_folded(title || ' ' || name || ' ' || fqdn)`),
    adminUser: text('admin_user').notNull().default(''),
    adminEmail: text('admin_email').notNull().default(''),
    /** Bytes on disk when last measured. */
    fileSize: bigint('file_size', { mode: 'number' }),
    /** When a measurement last began, whether or not it ended with a size. */
    measuredAt: time('measured_at'),
    protectionUser: text('protection_user'),
    protectionHash: text('protection_hash'),
    evidence: jsonb('evidence').$type<SiteEvidence[]>().notNull().default([]),
    /** How visitors get to it: DNS, certificate, CDN. Apart, because no task of a site fails for these. */
    deliveryEvidence: jsonb('delivery_evidence').$type<SiteEvidence[]>().notNull().default([]),
    /** What its owner chose; null for the defaults. */
    phpSettings: jsonb('php_settings').$type<PhpSettings>(),
    /** The task that works on the site now. */
    taskId: uuid('task_id'),
    assignedAt: time('assigned_at'),
    /** When its picture was taken, and when taking one last began. */
    pictureAt: time('picture_at'),
    pictureTriedAt: time('picture_tried_at'),
    /** Attempts that failed one after the other. */
    pictureFailures: integer('picture_failures').notNull().default(0),
    /** When the next scheduled check is due. */
    checkAt: time('check_at')
      .notNull()
      .default(sql`now() + interval '30 minutes'`),
    /** Scheduled checks that failed one after the other. */
    failedChecks: integer('failed_checks').notNull().default(0),
    /** Since when its owner has been notified that it is broken. */
    brokenAt: time('broken_at'),
    /** The same for the checks of `deliveryEvidence`. */
    deliveryFailures: integer('delivery_failures').notNull().default(0),
    deliveryBrokenAt: time('delivery_broken_at'),
    /** When a change last began or ended that may have changed what the site shows. */
    contentAt: time('content_at')
      .notNull()
      .default(sql`now()`),
    /** How often something was purged of what the edge keeps of the site. */
    cacheGeneration: integer('cache_generation').notNull().default(0),
    /** When the panel next looks whether the proof of its newest backup is due. */
    proofLookAt: time('proof_look_at')
      .notNull()
      .default(sql`now()`),
    /** `checked_at` of `site_extension_check`, and whether the last check failed: kept by a trigger (migration 0041). */
    inventoryAt: time('inventory_at'),
    isInventoryFailed: boolean('is_inventory_failed').notNull().default(false),
    /** When it was deleted; until it is gone it is in the bin, and in no scope (`within`). */
    binnedAt: time('binned_at'),
    binnedBy: uuid('binned_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('workload_partner_created')
      .on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql.raw(`kind ${IS_SITE}`)),
    index('workload_partner_app')
      .on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql.raw(`kind ${IS_APP}`)),
    index('workload_customer_created')
      .on(t.customerId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql.raw(`kind ${IS_SITE}`)),
    index('workload_customer_app')
      .on(t.customerId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql.raw(`kind ${IS_APP}`)),
    index('workload_node').on(t.nodeId),
    index('workload_partner_fqdn').on(t.partnerId, t.fqdn),
    index('workload_customer_fqdn').on(t.customerId, t.fqdn),
    index('workload_partner_status').on(t.partnerId, t.status, t.id),
    index('workload_customer_status').on(t.customerId, t.status, t.id),
    index('workload_partner_type').on(t.partnerId, t.type, t.id),
    index('workload_customer_type').on(t.customerId, t.type, t.id),
    index('workload_partner_size').on(t.partnerId, t.fileSize),
    index('workload_license')
      .on(t.licenseKey)
      .where(sql`license_key is not null`),
    index('workload_measured')
      .on(t.measuredAt)
      .where(sql`status = 'ready'`),
    index('workload_pictured')
      .on(t.pictureTriedAt.asc().nullsFirst())
      .where(sql`status = 'ready'`),
    index('workload_proof_look')
      .on(t.proofLookAt)
      .where(sql`status = 'ready'`),
    index('workload_check')
      .on(t.checkAt)
      .where(sql`status = 'ready' and not is_stage and binned_at is null and task_id is null`),
    index('workload_partner_inventory')
      .on(t.partnerId, t.inventoryAt)
      .where(sql`binned_at is null`),
    index('workload_customer_inventory')
      .on(t.customerId, t.inventoryAt)
      .where(sql`binned_at is null`),
    index('workload_partner_unread').on(t.partnerId, t.fqdn).where(IS_UNREAD),
    index('workload_customer_unread').on(t.customerId, t.fqdn).where(IS_UNREAD),
    index('workload_failing')
      .on(t.id)
      .where(sql`status = 'ready' and evidence @? '$[*] ? (@.ok == false)'`),
    index('workload_failing_delivery')
      .on(t.id)
      .where(sql`status = 'ready' and delivery_evidence @? '$[*] ? (@.ok == false)'`),
    index('workload_failed')
      .on(t.id)
      .where(sql`status = 'failed'`),
    index('workload_binned')
      .on(t.binnedAt)
      .where(sql`binned_at is not null`),
  ],
);

/** Every host name (lower case, without port) of a site; two during a rename. The edge routes by it. */
export const workloadHost = pgTable(
  'workload_host',
  {
    fqdn: text('fqdn').primaryKey(),
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    /** Visitors are sent to the primary address. */
    redirects: boolean('redirects').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index('workload_host_workload').on(t.workloadId)],
);

/**
 * Traffic that the edge counted, per site and UTC day. Its primary key's index also covers the numbers (migration
 * 0003), which drizzle cannot declare.
 */
export const usageDay = pgTable(
  'usage_day',
  {
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    requests: bigint('requests', { mode: 'number' }).notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    pageViews: bigint('page_views', { mode: 'number' }).notNull().default(0),
    /** Bytes that the site's own code exchanged with other servers, both ways, through the egress. */
    egressBytes: bigint('egress_bytes', { mode: 'number' }).notNull().default(0),
    mails: integer('mails').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workloadId, t.day] })],
);

/**
 * Scheduled checks of a site, per UTC day. Each stands for the time until the next one, because a broken site is checked more
 * often. A day without a row has no data.
 */
export const uptimeDay = pgTable(
  'uptime_day',
  {
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    checks: integer('checks').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    seconds: integer('seconds').notNull().default(0),
    failedSeconds: integer('failed_seconds').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workloadId, t.day] })],
);

/** How often a site hit a limit of its plan, per kind and UTC day. */
export const limitHit = pgTable(
  'limit_hit',
  {
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<LimitKind>().notNull(),
    count: integer('count').notNull().default(0),
    lastAt: time('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workloadId, t.day, t.kind] }), index('limit_hit_last').on(t.lastAt)],
);

/** How many sites a partner or a customer has, kept by a trigger, so that no list counts rows. */
export const siteCount = pgTable('site_count', {
  /** The partner's or the customer's id. */
  ownerId: uuid('owner_id').primaryKey(),
  total: integer('total').notNull().default(0),
  /** How many of them are staging copies; totals for customers exclude them (spec §2). */
  staging: integer('staging').notNull().default(0),
});
