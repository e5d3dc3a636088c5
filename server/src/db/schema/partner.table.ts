import type { PartnerAttributes } from '@panel/contract';
import type { Language } from '@panel/contract/languages';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';

/** A reseller. Only the fields of the contract's `Partner` leave the server. */
export const partner = pgTable('partner', {
  id: primaryId(),
  /** Stable word of the demo data and of logs, e.g. `aurora`. */
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  /** The panel's main host without port; links in emails use it, never a Host header. */
  domain: text('domain').notNull().unique(),
  /** Hosted sites live below this name, without port. */
  sitesDomain: text('sites_domain').notNull().unique(),
  isSpecial: boolean('is_special').notNull().default(false),
  favicon: text('favicon').notNull().default(''),
  logo: text('logo').notNull().default(''),
  logoSmall: text('logo_small').notNull().default(''),
  languages: jsonb('languages')
    .$type<({ en: Record<string, string> } & Partial<Record<Language, Record<string, string>>>)[]>()
    .notNull()
    .default([{ en: {} }]),
  supportEmail: text('support_email').notNull(),
  attributes: jsonb('attributes').$type<PartnerAttributes>().notNull().default({}),
  /** Where the partner sells plans outside of the panel: plan → address. */
  buyLinks: jsonb('buy_links').$type<Record<string, string>>().notNull().default({}),
  /** In which customers see prices until they choose another; lowercase, as Stripe writes it. */
  currency: text('currency').notNull().default('usd'),
  nameservers: jsonb('nameservers').$type<string[]>().notNull().default([]),
  /** Below it are the names of which every claim of a domain gets two; null: all claims share `nameservers`. */
  nameserverDomain: text('nameserver_domain'),
  /** Its earlier ones: domains are still delegated to names below them, which are answered as before. */
  formerNameserverDomains: text('former_nameserver_domains').array().notNull().default([]),
  stagingNameservers: jsonb('staging_nameservers').$type<string[]>().notNull().default([]),
  /** HMAC key of signed sign-in links; null disables them (decision: Session). */
  ssoSecret: text('sso_secret'),
  /** Staff without a second factor can only set one up. */
  staffSecondFactor: boolean('staff_second_factor').notNull().default(false),
  /** Hosts that a redirect may lead to, besides the panel's own (decision: Session). */
  redirectHosts: jsonb('redirect_hosts').$type<string[]>().notNull().default([]),
  /** How much the partner can have; null is without a limit (`partner-limits.repo.ts`). */
  customersMax: integer('customers_max'),
  sitesMax: integer('sites_max'),
  diskMaxGb: integer('disk_max_gb'),
  /** Since when the partner is suspended, and when a deleted one is removed for good (`isOpenAccount`). */
  suspendedAt: time('suspended_at'),
  deletesAt: time('deletes_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Hosts (lower case, without port) on which a partner's panel answers; exact match (decision: Tenancy). */
export const partnerHost = pgTable(
  'partner_host',
  {
    host: text('host').primaryKey(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
  },
  (t) => [index('partner_host_partner').on(t.partnerId)],
);

/** Nonces of used sign-in links, so that each works once; kept until the link would have expired. */
export const ssoNonce = pgTable(
  'sso_nonce',
  {
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    nonce: text('nonce').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.partnerId, t.nonce] }), index('sso_nonce_expires').on(t.expiresAt)],
);
