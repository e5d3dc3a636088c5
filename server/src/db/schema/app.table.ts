import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from './columns.ts';
import { partner } from './partner.table.ts';
import type { DomainType } from './site.table.ts';
import { user } from './user.table.ts';

export type AppType = 'manual' | 'fullstack' | 'frontend';

/** An application of a customer. */
export const app = pgTable(
  'app',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'set null' }),
    fqdn: text('fqdn').notNull().unique(),
    name: text('name').notNull(),
    type: text('type').$type<AppType>().notNull(),
    domainType: text('domain_type').$type<DomainType>().notNull().default('sub_domain'),
    planType: text('plan_type').notNull().default('FREE'),
    createdAt: createdAt(),
  },
  (t) => [
    index('app_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('app_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
  ],
);
