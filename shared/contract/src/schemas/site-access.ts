import * as v from 'valibot';
import { Id } from './fields.ts';

/** Longest access to the files of a site, in hours: a week. */
export const FTP_MAX_HOURS = 168;

/** Opens a site's files to one user name for `period` hours. What was open before ends. */
export const FtpInput = v.object({
  site_id: Id,
  period: v.pipe(
    v.number('Enter a number of hours.'),
    v.integer('Enter a whole number of hours.'),
    v.minValue(1, 'Choose at least one hour.'),
    v.maxValue(FTP_MAX_HOURS, `Choose at most ${FTP_MAX_HOURS} hours.`),
  ),
  type: v.optional(v.literal('ftp'), 'ftp'),
  infra_domain_id: v.optional(v.string()),
  partner_domain: v.optional(v.string()),
  reseller_email: v.optional(v.string()),
});
export type FtpInput = v.InferInput<typeof FtpInput>;

export const FtpConnection = v.object({
  id: Id,
  /** IP address of the client. */
  address: v.string(),
  started_at: v.string(),
  /** Null while it is open. */
  ended_at: v.nullable(v.string()),
});
export type FtpConnection = v.InferOutput<typeof FtpConnection>;

/** SFTP access to the files of a site. */
export const FtpAccess = v.object({
  /** Where a client connects; null when this server offers no SFTP. */
  server: v.nullable(
    v.object({
      host: v.string(),
      port: v.number(),
      /** SHA-256 of the host key, as SSH clients show it. */
      fingerprint: v.string(),
    }),
  ),
  /** The access that is open now. */
  access: v.nullable(v.object({ user_name: v.string(), created_at: v.string(), expires_at: v.string() })),
  /** The newest connections, the newest first; those of earlier accesses, too. */
  connections: v.array(FtpConnection),
});
export type FtpAccess = v.InferOutput<typeof FtpAccess>;

/** The password is in this answer only. */
export const FtpStarted = v.object({ status: v.literal(true), ...FtpAccess.entries, password: v.string() });
export type FtpStarted = v.InferOutput<typeof FtpStarted>;
