import type {
  ExtensionAction,
  ExtensionKind,
  ExtensionSource,
  FleetChange,
  FleetKind,
  PlanState,
  PlanReason,
} from '@panel/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { workload } from './workload.table.ts';
import { user } from './user.table.ts';

const owner = {
  partnerId: () =>
    uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
  customerId: () =>
    uuid('customer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
};

/** A version of a plugin or theme in a customer's library. Its archive is a file of the data folder, named by the id. */
export const extension = pgTable(
  'extension',
  {
    id: primaryId(),
    partnerId: owner.partnerId(),
    customerId: owner.customerId(),
    kind: text('kind').$type<ExtensionKind>().notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    author: text('author').notNull(),
    description: text('description').notNull(),
    requiresWp: text('requires_wp'),
    requiresPhp: text('requires_php'),
    tags: text('tags').array().notNull().default([]),
    source: text('source').$type<ExtensionSource>().notNull().default('upload'),
    fileSize: integer('file_size').notNull(),
    /** SHA-256 of the archive. */
    digest: text('digest').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('extension_version').on(t.customerId, t.kind, t.slug, t.version),
    index('extension_partner').on(t.partnerId, t.kind, t.name),
    index('extension_customer').on(t.customerId, t.kind, t.name),
  ],
);

/** The newest version in the directory of what libraries have from there. */
export const directoryItem = pgTable(
  'directory_item',
  {
    kind: text('kind').$type<ExtensionKind>().notNull(),
    slug: text('slug').notNull(),
    /** Null while it is not known, and after the directory has removed it. */
    version: text('version'),
    checkedAt: time('checked_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.slug] }), index('directory_item_checked').on(t.checkedAt)],
);

/** A plugin or theme on a site, as the last check found it. */
export const siteExtension = pgTable(
  'site_extension',
  {
    siteId: uuid('site_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ExtensionKind>().notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.kind, t.slug] }), index('site_extension_slug').on(t.kind, t.slug)],
);

/**
 * `site_extension` by owner (a partner, and each of its customers), counted over the sites that are not in the bin. Kept by
 * triggers (migration 0041), so that the list of installed items reads one page. A row has at least one site.
 */
export const installedVersion = pgTable(
  'installed_version',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind').$type<ExtensionKind>().notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    version: text('version').notNull(),
    sites: integer('sites').notNull(),
    active: integer('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.kind, t.slug, t.version, t.name] })],
);

/** The same over all names and versions of an item; its name is the last one by the alphabet. */
export const installedItem = pgTable(
  'installed_item',
  {
    ownerId: uuid('owner_id').notNull(),
    kind: text('kind').$type<ExtensionKind>().notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    sites: integer('sites').notNull(),
    active: integer('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind, t.slug] }),
    index('installed_item_name').on(t.ownerId, t.kind, sql`lower(${t.name})`, t.slug),
  ],
);

/** When the plugins and themes of a site were last read. */
export const siteExtensionCheck = pgTable(
  'site_extension_check',
  {
    siteId: uuid('site_id')
      .primaryKey()
      .references(() => workload.id, { onDelete: 'cascade' }),
    /** When the last check began, whether or not it succeeded. */
    triedAt: time('tried_at').notNull(),
    /** When the last successful check ended. */
    checkedAt: time('checked_at'),
    /** Why the last check failed; null if it succeeded. */
    failure: text('failure'),
  },
  (t) => [index('site_extension_check_tried').on(t.triedAt)],
);

/** What was asked for one item. */
export type RunItem = { slug: string; name: string; version: string | null; extensionId: string | null };

/** A change on many sites: of plugins or themes, or of what the fleet has in common. */
export const extensionRun = pgTable(
  'extension_run',
  {
    id: primaryId(),
    partnerId: owner.partnerId(),
    /** Whose sites; null for a change by staff over sites of several customers. */
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'cascade' }),
    /** Who started it, and gets its notifications; null once that account is deleted. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    kind: text('kind').$type<ExtensionKind | FleetKind>().notNull(),
    /** Of plugins and themes; null for other kinds. */
    action: text('action').$type<ExtensionAction>(),
    items: jsonb('items').$type<RunItem[]>().notNull().default([]),
    /** What is changed on each site; null for plugins and themes. */
    change: jsonb('change').$type<FleetChange>(),
    /** Whether items are activated as well, for the sites of a plan that are changed later. */
    activate: boolean('activate').notNull().default(false),
    /** Of a plan in waves; null when all sites are changed at once. */
    state: text('state').$type<PlanState>(),
    /** The customer has seen a site that looks different, and continued. */
    isDifferenceAccepted: boolean('is_difference_accepted').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index('extension_run_created').on(t.createdAt),
    index('extension_run_running')
      .on(t.id)
      .where(sql`state = 'running'`),
    index('extension_run_open')
      .on(t.customerId)
      .where(sql`state in ('running', 'review', 'halted')`),
    index('extension_run_user').on(t.userId),
    index('extension_run_partner').on(t.partnerId, t.createdAt),
  ],
);

/** An item of a site before a task changed it; null if the site did not have it. */
export type ItemBefore = { version: string; active: boolean } | null;
/** What a task found on a site before its first change, so that it can be undone after a crash too. */
export type StateBefore = { items: Record<string, ItemBefore>; activeTheme: string | null };

/** What the home page of a site answers. `showsError`: the text of a PHP error or of WordPress’s page for one. */
export type PageFacts = { status: number; title: string; bytes: number; showsError: boolean };

/** How the home page differs from the one before the change. */
export type PageDifference =
  | { code: 'status'; params: { before: number; after: number } }
  | { code: 'title'; params: { before: string; after: string } }
  | { code: 'bytes'; params: { before: number; after: number } }
  | { code: 'look' };

/** Why no pictures were compared. Of older plans it is an English sentence. */
export type NoPictures = 'off' | 'protected' | 'no_browser' | 'failed_before' | 'failed_after';

/** What the task of a plan has found out about its site, in this attempt. */
export type Findings = {
  /** The site did not answer before the change, which was not made. */
  wasBroken?: boolean;
  before?: PageFacts;
  after?: PageFacts;
  /** Those of older plans are English sentences. */
  differences?: (PageDifference | string)[];
  /** What the change replaces, so that it can be undone after a crash too. */
  had?: Record<string, unknown>;
  /** A digest of what an update changes in the database. */
  database?: string;
  /** Which pictures are stored. */
  pictures?: { before: boolean; after: boolean };
  /** Why there are none. */
  noPictures?: NoPictures;
};

/**
 * What was decided about a site of a plan. `left_out`: it stays as its task left it. `put_back`: the task
 * `undo_task_id` puts its earlier version back.
 */
export type SiteOutcome = 'skipped' | 'not_started' | 'left_out' | 'put_back';

/** One site of such a change. No reference to the site or its task: the result outlives both. */
export const extensionRunSite = pgTable(
  'extension_run_site',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => extensionRun.id, { onDelete: 'cascade' }),
    siteId: uuid('site_id').notNull(),
    fqdn: text('fqdn').notNull(),
    taskId: uuid('task_id'),
    /** Why no task was started; null if one was. */
    refused: text('refused').$type<PlanReason>(),
    before: jsonb('before').$type<StateBefore>(),
    /** From 1; null without a plan. */
    wave: integer('wave'),
    outcome: text('outcome').$type<SiteOutcome>(),
    undoTaskId: uuid('undo_task_id'),
    findings: jsonb('findings').$type<Findings>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.siteId] }),
    index('extension_run_site_task').on(t.taskId),
    index('extension_run_site_site').on(t.siteId),
    index('extension_run_site_undo')
      .on(t.undoTaskId)
      .where(sql`undo_task_id is not null`),
  ],
);
