import type { PartnerVersion, VersionKind } from '@panel/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** Attributes and images by name, without unset ones. */
export type PartnerState = Record<string, string>;

/** Every saved state of a partner's brand and switches, so that each can be restored. */
export const partnerVersion = pgTable(
  'partner_version',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<VersionKind>().notNull(),
    /** Counts from 0, the state before the first change, for each partner and kind. */
    version: integer('version').notNull(),
    state: jsonb('state').$type<PartnerState>().notNull(),
    changes: jsonb('changes').$type<PartnerVersion['changes']>().notNull(),
    note: text('note').notNull().default(''),
    restoredFrom: integer('restored_from'),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The name at that time; null for version 0. */
    userName: text('user_name'),
    createdAt: createdAt(),
  },
  (t) => [unique('partner_version_number').on(t.partnerId, t.kind, t.version)],
);

/** Uploaded images, named by their content, so that an address never changes what it serves. */
export const partnerImage = pgTable(
  'partner_image',
  {
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** SHA-256 in hex and the ending, e.g. `9f…2a.png`. */
    name: text('name').notNull(),
    type: text('type').notNull(),
    /** Base64. */
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.partnerId, t.name] }), index('partner_image_created').on(t.createdAt)],
);
