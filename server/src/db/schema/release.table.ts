import type { PlatformError } from '@panel/contract/platform-errors';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';

/** One published build of a package. It never changes; its files are in the storage (ADR 0020). */
export const release = pgTable(
  'release',
  {
    package: text('package').notNull(),
    version: text('version').notNull(),
    /** The very text that was signed. */
    manifest: text('manifest').notNull(),
    /** SHA-256 of that text, hexadecimal. */
    digest: text('digest').notNull(),
    /** SHA-256 of the content, without commit and time, so that the same content can be published again. */
    contentDigest: text('content_digest').notNull(),
    keyId: text('key_id').notNull(),
    /** Total size of the files as brotli. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** When publishing began; another upload can take over an interrupted one. */
    claimedAt: time('claimed_at').notNull(),
    /** Null until all files are in the storage; the release is invisible until then. */
    publishedAt: time('published_at'),
    /** Email, `team {name}`, `key {id}`, `operator token`, or `installation`. */
    publishedBy: text('published_by').notNull(),
    /** When a page or file of it was last requested; written once an hour at most. */
    lastServedAt: time('last_served_at'),
    /**
     * When clean-up removed its files. The row stays, so that a version never gets other content and a bundled
     * release becomes stable only once.
     */
    removedAt: time('removed_at'),
    /** When, by whom and why an operator revoked it: it is never served again. */
    revokedAt: time('revoked_at'),
    revokedBy: text('revoked_by'),
    revokeReason: text('revoke_reason'),
  },
  (t) => [primaryKey({ columns: [t.package, t.version] }), index('release_published').on(t.publishedAt.desc())],
);

export type StableEntry = { version: string; at: string; by: string };

/** Rollout policy of a package for all partners (no partner), or one partner's differences; null inherits. */
export const releaseChannel = pgTable(
  'release_channel',
  {
    id: primaryId(),
    package: text('package').notNull(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    enabled: boolean('enabled'),
    /** Stable versions, the current one last; a rollback removes the last one. */
    stables: jsonb('stables')
      .$type<StableEntry[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    canary: text('canary'),
    canaryPercent: integer('canary_percent'),
    pin: text('pin'),
    changedAt: time('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
  },
  (t) => [unique('release_channel_scope').on(t.package, t.partnerId).nullsNotDistinct()],
);

/** A version that is held back, for all partners (no partner) or for one. */
export const releaseBlock = pgTable(
  'release_block',
  {
    id: primaryId(),
    package: text('package').notNull(),
    version: text('version').notNull(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    at: time('at').notNull(),
    /** Email, `operator token`, or `automatic`; `unknown` for older rows of manual hold-backs. */
    by: text('by').notNull().default('unknown'),
  },
  (t) => [unique('release_block_scope').on(t.package, t.version, t.partnerId).nullsNotDistinct()],
);

/** Who changed what in the registry. */
export const registryChange = pgTable(
  'registry_change',
  {
    id: primaryId(),
    createdAt: time('created_at').notNull(),
    /** Email, `operator token`, `installation`, or `browsers`. */
    by: text('by').notNull(),
    action: text('action').notNull(),
    package: text('package').notNull(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'set null' }),
    /** Host of the partner's panel, which outlives the partner. */
    partner: text('partner'),
    detail: text('detail').notNull(),
  },
  (t) => [index('registry_change_created').on(t.createdAt.desc())],
);

/**
 * One row: counts up with every change, in the same transaction, so that each process knows when its cache is stale.
 */
export const registryRevision = pgTable('registry_revision', {
  id: integer('id').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});

/** Browser reports about a release, counted by hour. */
export const releaseStat = pgTable(
  'release_stat',
  {
    package: text('package').notNull(),
    version: text('version').notNull(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    hour: time('hour').notNull(),
    /** `load` with its time bucket, or `error` with its number, e.g. `load:7`, `error:P201`. */
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.package, t.version, t.partnerId, t.hour, t.kind] })],
);

/** Single failures that count against a release, kept for a day (ADR 0043). */
export const releaseFailure = pgTable(
  'release_failure',
  {
    id: primaryId(),
    package: text('package').notNull(),
    version: text('version').notNull(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** The page view that reported it. */
    view: text('view').notNull(),
    /** Pseudonyms of who reported it, and from which network. */
    visitor: text('visitor').notNull().default(''),
    network: text('network').notNull().default(''),
    reason: text('reason').$type<PlatformError>().notNull(),
    detail: text('detail').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('release_failure_view').on(t.package, t.version, t.partnerId, t.view),
    index('release_failure_created').on(t.createdAt),
  ],
);
