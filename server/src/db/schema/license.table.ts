import type { LicenseProduct } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { planPrice, purchase } from './payment.table.ts';
import { user } from './user.table.ts';

/** A licence of a customer. Its plan and its number of sites are those of its product (contract: licenses). */
export const license = pgTable(
  'license',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text('key').notNull().unique(),
    product: text('product').$type<LicenseProduct>().notNull(),
    /** `cam`: given by the partner. */
    provider: text('provider').$type<'stripe' | 'cam'>().notNull(),
    termMonths: integer('term_months').notNull(),
    /** Whether its owner may turn the automatic renewal on. */
    canRenew: boolean('can_renew').notNull().default(false),
    autoRenewal: boolean('auto_renewal').notNull().default(false),
    /** When the first term began. Ends of terms are counted from it: the 31st stays the last day of a month. */
    startedAt: time('started_at').notNull(),
    terms: integer('terms').notNull().default(1),
    fromDate: time('from_date').notNull(),
    /** The first moment at which it is no longer valid. */
    toDate: time('to_date').notNull(),
    deactivatedAt: time('deactivated_at'),
    /** A bought license has so many times the places of its product. */
    quantity: integer('quantity').notNull().default(1),
    /** Of a bought one: its order, its present price, and the provider's subscription with its state there. */
    purchaseId: uuid('purchase_id').references(() => purchase.id),
    priceId: uuid('price_id').references(() => planPrice.id),
    subscriptionId: text('subscription_id'),
    providerStatus: text('provider_status').$type<'trialing' | 'active' | 'past_due' | 'ended'>(),
    /** When its trial ends, or has ended; null without one. And the end that its owner was reminded of. */
    trialEndsAt: time('trial_ends_at'),
    trialNoticeFor: time('trial_notice_for'),
    /** The ends that the owner was notified of, before and after. */
    expiringNoticeFor: time('expiring_notice_for'),
    expiredNoticeFor: time('expired_notice_for'),
    /** How many reminders were sent about the payment that should have moved this end on. */
    remindedFor: time('reminded_for'),
    reminders: integer('reminders').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('license_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('license_customer_to').on(t.customerId, t.toDate, t.id),
    index('license_to').on(t.toDate),
    index('license_past_due')
      .on(t.partnerId)
      .where(sql`provider_status = 'past_due' and deactivated_at is null`),
    index('license_trial')
      .on(t.trialEndsAt)
      .where(sql`provider_status = 'trialing' and deactivated_at is null`),
    uniqueIndex('license_purchase').on(t.purchaseId),
    uniqueIndex('license_subscription').on(t.subscriptionId),
  ],
);
