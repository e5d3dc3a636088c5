import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { primaryId, time } from './columns.ts';

type Values = Record<string, unknown>;

/** Who changed what, and rejected attempts. It names no other table: a line outlives all that it is about. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: time('at').notNull().defaultNow(),
    partnerId: uuid('partner_id'),
    /** Whose account it was done with. */
    userId: uuid('user_id'),
    userEmail: text('user_email'),
    /** Who of the staff was signed in as that customer; null when users act for themselves. */
    actorId: uuid('actor_id'),
    actorEmail: text('actor_email'),
    /** The customer whom it concerns, and who sees the line. */
    customerId: uuid('customer_id'),
    /** The API token of the call; the entry outlives it. */
    apiTokenId: uuid('api_token_id'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    /** e.g. `login`, `login.failed`, `tenant.mismatch`, `site.delete`; otherwise the name of the call. */
    action: text('action').notNull(),
    /** The call of the contract, e.g. `site.update`. */
    call: text('call'),
    objectKind: text('object_kind'),
    objectId: text('object_id'),
    /** The code of the error after which the call ended, although part of it was done. */
    outcome: text('outcome'),
    detail: jsonb('detail').$type<Values>().notNull().default({}),
    /** What the call was given, without secrets. */
    input: jsonb('input').$type<Values>(),
    /** The fields of the object that changed. */
    before: jsonb('before').$type<Values>(),
    after: jsonb('after').$type<Values>(),
    /** False for what anybody can cause, such as failed sign-ins: that is removed after a while, and in no chain. */
    chained: boolean('chained').notNull().default(true),
    /** Its place in the partner's chain, and the hash over it and the line before; null until it is sealed. */
    seq: bigint('seq', { mode: 'number' }),
    hash: text('hash'),
  },
  (t) => [
    index('audit_log_partner_at').on(t.partnerId, t.at.desc().nullsFirst()),
    index('audit_log_customer_at')
      .on(t.customerId, t.at.desc().nullsFirst())
      .where(sql`${t.customerId} is not null`),
    index('audit_log_unsealed')
      .on(t.at)
      .where(sql`${t.chained} and ${t.seq} is null`),
    uniqueIndex('audit_log_chain')
      .on(t.partnerId, t.seq)
      .where(sql`${t.seq} is not null`),
  ],
);

/** The chain of a partner's lines: where it begins, and where it ends. */
export const auditChain = pgTable('audit_chain', {
  partnerId: uuid('partner_id').primaryKey(),
  /** The newest sealed line. */
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  hash: text('hash').notNull().default(''),
  /** The newest line that was removed because it was old enough; the chain goes on from its hash. */
  anchorSeq: bigint('anchor_seq', { mode: 'number' }).notNull().default(0),
  anchorHash: text('anchor_hash').notNull().default(''),
  /** A keyed hash over these four, so that an end which was cut off is noticed. */
  seal: text('seal').notNull().default(''),
  /** For how long lines are kept; null keeps them for good. */
  keepDays: integer('keep_days'),
});
