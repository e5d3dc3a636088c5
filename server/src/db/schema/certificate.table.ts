import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ResourceKind } from './cdn.table.ts';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';

/** `local`: by the panel's own authority. `acme`: by an ACME server. `own`: uploaded by the customer. */
export type CertificateKind = 'local' | 'acme' | 'own';
/**
 * A wildcard certificate belongs to the partner whose sites domain it is for, one for the host of a partner's panel to
 * that panel. Both have the id of the partner.
 */
export type CertificateOwner = ResourceKind | 'partner' | 'panel';

// A trigger removes the rows of a deleted site or partner.
const ofResource = {
  resource: text('resource').$type<CertificateOwner>().notNull(),
  resourceId: uuid('resource_id').notNull(),
};

/** Certificates that the edge can serve. A row never changes: a renewal is a row of its own, and the former one goes when it is proven. */
export const certificate = pgTable(
  'certificate',
  {
    id: primaryId(),
    ...ofResource,
    kind: text('kind').$type<CertificateKind>().notNull(),
    /** The names that it is served for: lower case, `*.example.com` for all directly below. */
    hosts: text('hosts').array().notNull(),
    /** PEM, the certificate itself first. */
    chain: text('chain').notNull(),
    sealedKey: text('sealed_key').notNull(),
    /** SHA-256 of the certificate, hexadecimal. */
    fingerprint: text('fingerprint').notNull(),
    issuer: text('issuer').notNull(),
    notBefore: time('not_before').notNull(),
    notAfter: time('not_after').notNull(),
    /** The task that made it, by which its undo finds it. */
    taskId: uuid('task_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('certificate_resource').on(t.resource, t.resourceId),
    index('certificate_not_after').on(t.notAfter),
    index('certificate_wildcard')
      .on(t.resourceId)
      .where(sql`resource = 'partner'`),
  ],
);

/** What a resource does with HTTPS, and what is known about it. */
export const sslSetting = pgTable(
  'ssl_setting',
  {
    ...ofResource,
    /** Visitors who come without encryption are sent to the https address. */
    forceHttps: boolean('force_https').notNull().default(false),
    /** Browsers are told to use https only (RFC 6797). */
    hsts: boolean('hsts').notNull().default(false),
    /** Why the last request for a certificate failed, for people; null after one that succeeded. */
    error: text('error'),
    /** When a certificate was last requested without success. */
    failedAt: time('failed_at'),
    /** The result of the last handshake, with the certificate that was seen. */
    checkedAt: time('checked_at'),
    checkError: text('check_error'),
    checkedFingerprint: text('checked_fingerprint'),
    /** The certificate about whose end its owner was notified. */
    noticeFor: text('notice_for'),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.resourceId] }),
    index('ssl_setting_error')
      .on(t.resourceId)
      .where(sql`error is not null`),
  ],
);

/** Answers to http-01 challenges of an ACME server, which any edge may have to give. */
export const acmeChallenge = pgTable('acme_challenge', {
  token: text('token').primaryKey(),
  host: text('host').notNull(),
  answer: text('answer').notNull(),
  createdAt: createdAt(),
});
