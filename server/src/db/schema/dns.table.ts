import type { DnsRecord } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** The records of a domain, in their current version. It belongs to a resource, e.g. a site, whose scope is its own. */
export const dnsZone = pgTable(
  'dns_zone',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    resource: text('resource').$type<'site'>().notNull(),
    resourceId: uuid('resource_id').notNull(),
    /** Lower case, without a final dot. */
    fqdn: text('fqdn').notNull().unique(),
    /** Of the SOA record; it grows with each version. */
    serial: bigint('serial', { mode: 'number' }).notNull(),
    records: jsonb('records').$type<DnsRecord[]>().notNull(),
    /** Those of the claim that proved the domain; null for the partner's. */
    nameservers: jsonb('nameservers').$type<string[]>(),
    /** The version that the name servers answer with. */
    servedSerial: bigint('served_serial', { mode: 'number' }),
    /** Why the name servers do not have the current version. */
    error: text('error'),
    /** Who gets a notification once the domain uses our name servers, and since when. */
    watchedBy: uuid('watched_by').references(() => user.id, { onDelete: 'set null' }),
    watchedAt: time('watched_at'),
    /** When the watch was checked, and when a delivery was tried: those that wait longest are first. */
    checkedAt: time('checked_at'),
    triedAt: time('tried_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('dns_zone_resource').on(t.resource, t.resourceId),
    index('dns_zone_partner').on(t.partnerId),
    index('dns_zone_updated').on(t.updatedAt),
    index('dns_zone_watched')
      .on(t.checkedAt.asc().nullsFirst())
      .where(sql`watched_at is not null`),
    index('dns_zone_unserved')
      .on(t.triedAt.asc().nullsFirst())
      .where(sql`served_serial is distinct from serial`),
  ],
);

/** The latest versions of a zone, the current one included. */
export const dnsZoneVersion = pgTable(
  'dns_zone_version',
  {
    zoneId: uuid('zone_id')
      .notNull()
      .references(() => dnsZone.id, { onDelete: 'cascade' }),
    serial: bigint('serial', { mode: 'number' }).notNull(),
    records: jsonb('records').$type<DnsRecord[]>().notNull(),
    /** Null for the panel itself. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.zoneId, t.serial] })],
);
