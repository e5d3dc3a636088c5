import type { ApprovedAction } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';

/** A team that releases packages with a key of its own (ADR 0041). */
export const team = pgTable('team', {
  id: primaryId(),
  name: text('name').notNull().unique(),
  createdAt: createdAt(),
  /** Email of the member of staff. */
  createdBy: text('created_by').notNull(),
});

/** Which team a package belongs to, and how its rollout is approved. A package without a row is the operator's. */
export const packageRule = pgTable('package_rule', {
  package: text('package').primaryKey(),
  teamId: uuid('team_id').references(() => team.id, { onDelete: 'set null' }),
  /** A version runs only after two persons have approved it. */
  twoPersons: boolean('two_persons').notNull().default(false),
  changedAt: time('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
});

/** Public keys of teams. A row stays when its key ends: what the key released before is still verified with it. */
export const teamKey = pgTable('team_key', {
  /** As in Signature: from the SHA-256 of the key. */
  keyId: text('key_id').primaryKey(),
  teamId: uuid('team_id')
    .notNull()
    .references(() => team.id),
  /** Raw Ed25519 public key, base64. */
  publicKey: text('public_key').notNull(),
  addedAt: time('added_at').notNull(),
  /** Email, or `invitation of {email}`. */
  addedBy: text('added_by').notNull(),
  /** When the key stops working, because another one replaced it. */
  endsAt: time('ends_at'),
  revokedAt: time('revoked_at'),
  revokedBy: text('revoked_by'),
  lastUsedAt: time('last_used_at'),
  /** What it was last used for, e.g. `promote mf-orders`. */
  lastUse: text('last_use'),
});

/** The open invitation of a team: whoever has the code adds one key, once. */
export const teamInvitation = pgTable('team_invitation', {
  teamId: uuid('team_id')
    .primaryKey()
    .references(() => team.id),
  /** SHA-256 of the code. */
  codeHash: text('code_hash').notNull().unique(),
  createdAt: time('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  expiresAt: time('expires_at').notNull(),
});

/** A person or team behind a request; `who` is `user:{id}` or `team:{name}`, `by` is for people. */
export type Approver = { who: string; by: string; at: string };

/** A change of a rollout that waits for the approval of two persons (ADR 0041), and those that waited. */
export const releaseApproval = pgTable(
  'release_approval',
  {
    id: primaryId(),
    package: text('package').notNull(),
    action: text('action').$type<ApprovedAction>().notNull(),
    version: text('version'),
    percent: integer('percent'),
    /** Panel host; null for all partners. */
    partner: text('partner'),
    requestedBy: text('requested_by').notNull(),
    requestedAt: time('requested_at').notNull(),
    approvers: jsonb('approvers')
      .$type<Approver[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    state: text('state').$type<'waiting' | 'applied' | 'rejected'>().notNull().default('waiting'),
    decidedAt: time('decided_at'),
  },
  (t) => [index('release_approval_state').on(t.state, t.requestedAt)],
);
