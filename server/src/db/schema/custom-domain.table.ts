import type { DomainMethod, DomainState } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ResourceKind } from './cdn.table.ts';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';

/**
 * A domain that a customer claims for a resource, whose scope is its own. Several may claim one domain; one at most has
 * proven it.
 */
export const customDomain = pgTable(
  'custom_domain',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    // A trigger removes the rows of a deleted site (migration 0036).
    resource: text('resource').$type<ResourceKind>().notNull(),
    resourceId: uuid('resource_id').notNull(),
    /** Without `www`; lower case, other scripts encoded. */
    domain: text('domain').notNull(),
    /** The address that the site will have: the domain, or `www` below it. */
    host: text('host').notNull(),
    state: text('state').$type<DomainState>().notNull().default('unproven'),
    /** What the TXT record has to say. */
    token: text('token').notNull(),
    method: text('method').$type<DomainMethod>(),
    /** The two name servers that only this customer's claim of the domain has; null for the partner's, which all share. */
    nameservers: jsonb('nameservers').$type<string[]>(),
    /** When resolvers last saw that the domain does not use our name servers; a delegation to the partner's proves only after that. */
    elsewhereAt: time('elsewhere_at'),
    checkedAt: time('checked_at'),
    /** What the last check saw, for people. */
    seen: text('seen').notNull().default(''),
    provenAt: time('proven_at'),
    /** When the site was to get the domain without its owner asking for it. */
    triedAt: time('tried_at'),
    /** The address below the partner's domain that the site had before, once it has the domain. */
    formerHost: text('former_host'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('custom_domain_resource').on(t.resource, t.resourceId),
    uniqueIndex('custom_domain_proven')
      .on(t.domain)
      .where(sql`state <> 'unproven'`),
    index('custom_domain_domain').on(t.domain),
    index('custom_domain_partner').on(t.partnerId),
    index('custom_domain_open')
      .on(t.checkedAt.asc().nullsFirst())
      .where(sql`state <> 'connected'`),
  ],
);

/** The pairs by which domains were ever served, so that nobody else gets one to which a domain may still be delegated. */
export const provenPair = pgTable(
  'proven_pair',
  {
    domain: text('domain').notNull(),
    nameservers: jsonb('nameservers').$type<string[]>().notNull(),
    /** The customer whose site had the domain last, or the site without a customer; they may be gone. */
    owner: uuid('owner').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.nameservers] })],
);
