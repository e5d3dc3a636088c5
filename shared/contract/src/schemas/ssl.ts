import * as v from 'valibot';
import { expected } from './expected.ts';
import { Id, Timestamp } from './fields.ts';

/** `local`: the panel's own authority, `acme`: a public one, `own`: uploaded. */
export const CertificateKind = v.picklist(['local', 'acme', 'own']);

/** HTTPS of a site: what is served, what a real handshake has seen, and what is chosen. */
export const Ssl = v.object({
  /** The addresses of the site. */
  hosts: v.array(v.string()),
  /** Null where this installation serves no HTTPS. */
  https_url: v.nullable(v.string()),
  certificate: v.nullable(
    v.object({
      kind: CertificateKind,
      issuer: v.string(),
      hosts: v.array(v.string()),
      /** SHA-256, hexadecimal. */
      fingerprint: v.string(),
      not_before: Timestamp,
      not_after: Timestamp,
      /** Null for an uploaded one, which only its owner can renew. */
      renews_at: v.nullable(Timestamp),
    }),
  ),
  /** The last handshake with the site's own address; null before the first one. */
  check: v.nullable(v.object({ ok: v.boolean(), detail: v.string(), checked_at: Timestamp })),
  /** Why the last request for a certificate failed; null after one that succeeded. */
  error: v.nullable(v.object({ message: v.string(), at: Timestamp })),
  force_https: v.boolean(),
  hsts: v.boolean(),
  /** Why HSTS cannot be switched on here; null where it can. */
  hsts_off_reason: v.nullable(v.picklist(['port'])),
  /** The root of the panel's own authority (PEM), which browsers have to trust; null with a public one. */
  root: v.nullable(v.string()),
  /** The request that runs now. */
  task_id: v.nullable(v.string()),
});
export type Ssl = v.InferOutput<typeof Ssl>;

const choice = { force_https: v.boolean(), hsts: v.boolean() };
export const SslUpdateInput = v.object({ id: Id, ...choice, ...expected(choice) });

/** Far more than a certificate with all that are above it. */
const MAX_PEM = 64 * 1024;
const pem = (kind: string, message: string) =>
  v.pipe(
    v.string(message),
    v.trim(),
    v.nonEmpty(message),
    v.maxLength(MAX_PEM, 'This text is too long.'),
    v.regex(new RegExp(`-----BEGIN [A-Z ]*${kind}-----`), message),
  );

export const CertificateFiles = v.object({
  certificate: pem('CERTIFICATE', 'Paste the certificate in PEM: it begins with -----BEGIN CERTIFICATE-----.'),
  key: pem('PRIVATE KEY', 'Paste the private key in PEM: it begins with -----BEGIN PRIVATE KEY----- or similar.'),
});
export type CertificateFiles = v.InferOutput<typeof CertificateFiles>;
export const SslUploadInput = v.object({ id: Id, ...CertificateFiles.entries });
