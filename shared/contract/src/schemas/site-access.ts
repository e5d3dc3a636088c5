import * as v from 'valibot';
import { Fqdn, Id } from './fields.ts';

/** Longest access to the files or the database of a site, in hours: a week. */
const MAX_HOURS = 168;

/** How long an access is open, in hours. */
export const AccessPeriod = v.pipe(
  v.number('Enter a number of hours.'),
  v.integer('Enter a whole number of hours.'),
  v.minValue(1, 'Choose at least one hour.'),
  v.maxValue(MAX_HOURS, `Choose at most ${MAX_HOURS} hours.`),
);
const tenantHints = {
  infra_domain_id: v.optional(v.string()),
  partner_domain: v.optional(v.string()),
  reseller_email: v.optional(v.string()),
};

/** Opens a site's files to one user name for `period` hours. What was open before ends. */
export const FtpInput = v.object({
  site_id: Id,
  period: AccessPeriod,
  type: v.optional(v.literal('ftp'), 'ftp'),
  ...tenantHints,
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

/** What arrived of a site whose files are uploaded over SFTP: nothing, files without a home page, or a home page. */
export const ARRIVALS = ['nothing', 'files', 'index'] as const;
export const FtpFiles = v.object({ status: v.literal(true), arrived: v.picklist(ARRIVALS) });
export type FtpFiles = v.InferOutput<typeof FtpFiles>;

/** The password is in this answer only. */
export const FtpStarted = v.object({ status: v.literal(true), ...FtpAccess.entries, password: v.string() });
export type FtpStarted = v.InferOutput<typeof FtpStarted>;

/** Opens the database of a site in the browser for `period` hours. What was open before ends. */
export const MysqlInput = v.object({ fqdn: Fqdn, period: AccessPeriod, ...tenantHints });
export type MysqlInput = v.InferInput<typeof MysqlInput>;

/** Access to the database of a site in the browser. */
export const DatabaseAccess = v.object({
  /** Whether this server has the tool. */
  available: v.boolean(),
  /** The access that is open now. */
  access: v.nullable(v.object({ created_at: v.string(), expires_at: v.string() })),
});
export type DatabaseAccess = v.InferOutput<typeof DatabaseAccess>;

/** `url` opens the database once, in one browser, until the access ends. */
export const DatabaseLink = v.object({ status: v.literal(true), ...DatabaseAccess.entries, url: v.string() });
export type DatabaseLink = v.InferOutput<typeof DatabaseLink>;
