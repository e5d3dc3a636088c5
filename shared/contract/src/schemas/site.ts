import * as v from 'valibot';
import { BlueprintChoice } from './blueprint.ts';
import { DOMAIN_STATES } from './domain.ts';
import { expected } from './expected.ts';
import { Email, Fqdn, Id, SiteName } from './fields.ts';
import { FtpServer } from './ftp.ts';
import { GithubBranchName, GithubRepository } from './github.ts';
import { LIMIT_KINDS } from '../plans.ts';
import { LimitHit, SiteLimitsSchema } from './limit.ts';
import { LicenseKey } from './license.ts';
import { AccessPeriod } from './site-access.ts';
import { HEALTH_CODES, HEALTH_LEVELS, SITE_TYPES, SiteStatus } from './status.ts';
import { Task, TaskSummary } from './task.ts';

export const SiteType = v.picklist(SITE_TYPES);

/**
 * The one health of a site, and what is wrong, the worst first. `detail`: the evidence, for people; `at`: when it was found,
 * with HELD until when the site is paused; `limit`: which one was hit.
 */
export const SiteHealth = v.object({
  level: v.picklist(HEALTH_LEVELS),
  /** When the site was last checked; null before the first check. */
  checked_at: v.nullable(v.string()),
  reasons: v.array(
    v.object({
      code: v.picklist(HEALTH_CODES),
      level: v.picklist(['attention', 'down']),
      at: v.nullable(v.string()),
      detail: v.nullable(v.string()),
      limit: v.optional(v.picklist(LIMIT_KINDS)),
    }),
  ),
});
export type SiteHealth = v.InferOutput<typeof SiteHealth>;

export const Site = v.object({
  /** Null until the site gets one, e.g. after a failed creation. */
  site_id: v.nullable(v.string()),
  fqdn: v.string(),
  /** Address with scheme and port. */
  url: v.string(),
  /** Where its administrator logs in; null for sites without WordPress. */
  admin_url: v.nullable(v.string()),
  name: v.string(),
  /** As given when it was created; empty if none was. */
  title: v.string(),
  type: SiteType,
  version: v.nullable(v.string()),
  currentWordPressVersion: v.nullable(v.string()),
  php_version: v.nullable(v.string()),
  /** The image it was created from; null if none was chosen. */
  image_id: v.nullable(v.string()),
  status: SiteStatus,
  health: SiteHealth,
  isStage: v.boolean(),
  /** Its staging environment; null when it has none. */
  staging: v.nullable(v.object({ site_id: v.string(), fqdn: v.string(), status: SiteStatus })),
  /** The live site of a staging environment, otherwise null. */
  parent_id: v.nullable(v.string()),
  infra_domain_id: v.string(),
  domain_type: v.picklist(['sub_domain', 'custom_domain']),
  plan_type: v.string(),
  license_key: v.nullable(v.string()),
  stripe_license_id: v.nullable(v.string()),
  customer_id: v.nullable(v.string()),
  customer_email: v.nullable(v.string()),
  /** First and last name; null when the customer gave none. */
  customer_name: v.nullable(v.string()),
  tags: v.array(v.string()),
  /** Bytes on disk; null until measured. */
  file_size: v.nullable(v.number()),
  /** Last 30 days, counted at the edge. */
  totalRequests: v.number(),
  totalPageViews: v.number(),
  /** Bytes served in the last 30 days. */
  totalCDNUsage: v.number(),
  is_password_protected: v.boolean(),
  /** A small PNG of its first page, on the panel's host; null while there is none. Changes with each new picture. */
  picture_url: v.nullable(v.string()),
  /** The task that works on the site now, or null. */
  task_id: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Site = v.InferOutput<typeof Site>;

export const SiteSummary = v.object({
  /** Staging sites are not counted (spec §2). */
  siteCount: v.number(),
  /** Maximum of the customer's plan; null for staff, who have no limit. */
  siteLimit: v.nullable(v.number()),
  /** The customer's plan; null for staff. */
  plan_type: v.nullable(v.string()),
  /** Whether this server offers SFTP for the files of sites. */
  sftp_available: v.boolean(),
  totalPageViews: v.nullable(v.number()),
  totalDiskUsage: v.nullable(v.number()),
  totalCDNUsage: v.nullable(v.number()),
  top: v.array(v.object({ site_id: v.string(), fqdn: v.string(), totalCDNUsage: v.number() })),
  /**
   * How many plugins and themes with a known vulnerability all sites have, staging sites included, as of the oldest of their
   * last checks; null without a loaded feed or a check.
   */
  vulnerable: v.nullable(v.object({ plugin: v.number(), theme: v.number(), checked_at: v.string() })),
  /** The same traffic by UTC day, the oldest of the 30 days first. */
  days: v.array(v.object({ day: v.string(), pageViews: v.number(), bytes: v.number() })),
});
export type SiteSummary = v.InferOutput<typeof SiteSummary>;

/** Why a site was checked: by the schedule, because somebody opened its overview or chose "Check now", or by a task. */
const CheckedBy = v.picklist(['schedule', 'request', 'task']);
export type CheckedBy = v.InferOutput<typeof CheckedBy>;

/** A status with the evidence of its last check (ux: Overview). `by` is absent in evidence of earlier versions. */
export const Evidence = v.object({
  name: v.picklist(['HTTP', 'WordPress', 'Runtime', 'DNS', 'Certificate', 'CDN']),
  ok: v.boolean(),
  detail: v.string(),
  checked_at: v.string(),
  by: v.optional(CheckedBy),
});

/**
 * Scheduled checks by UTC day, the oldest of the 90 days first. A day without checks has no data. `seconds` is the time that the
 * checks stand for, `failed_seconds` that of the failed ones; `broken_since` is null while the site works.
 */
export const SiteUptime = v.object({
  days: v.array(
    v.object({
      day: v.string(),
      checks: v.number(),
      failed: v.number(),
      seconds: v.number(),
      failed_seconds: v.number(),
    }),
  ),
  broken_since: v.nullable(v.string()),
});
export type SiteUptime = v.InferOutput<typeof SiteUptime>;

/** The licence that a site uses. `to_date`: when it ends or was ended, in seconds since the epoch. */
export const SiteLicense = v.object({
  license_key: v.string(),
  product_name: v.string(),
  plan_type: v.string(),
  is_valid: v.boolean(),
  to_date: v.number(),
});
export type SiteLicense = v.InferOutput<typeof SiteLicense>;

export const SiteOverview = v.object({
  site: Site,
  evidence: v.array(Evidence),
  wordpress: v.nullable(
    v.object({
      version: v.nullable(v.string()),
      php_version: v.nullable(v.string()),
      admin_url: v.string(),
      admin_user: v.string(),
    }),
  ),
  days: v.array(v.object({ day: v.string(), requests: v.number(), bytes: v.number(), pageViews: v.number() })),
  /** Null for a staging environment, which is not checked by a schedule. */
  uptime: v.nullable(SiteUptime),
  /** Why the site or its deletion failed; otherwise null. */
  failed_task: v.nullable(Task),
  /** Whether backups are scheduled, and when the newest complete one was made. */
  backupSettings: v.object({ is_active: v.boolean(), last_backup_date: v.nullable(v.string()) }),
  /** The licence of the site, also one that is no longer valid; null when it has none. */
  license: v.nullable(SiteLicense),
  /** The domain that the site has or claims; null without one. */
  domain: v.nullable(v.object({ fqdn: v.string(), display: v.string(), state: v.picklist(DOMAIN_STATES) })),
  /** What the site's plan allows. */
  limits: SiteLimitsSchema,
  /** Limits that the site hit during the last 7 days, the newest first; one row per kind. */
  limit_hits: v.array(LimitHit),
  /** Plugins and themes with a known vulnerability as of the last check; null without a loaded feed (data calls §3). */
  pluginsVulnerabilityCount: v.nullable(v.number()),
  themesVulnerabilityCount: v.nullable(v.number()),
  /** What is due, as the last reads found it. */
  due: v.object({
    /** How many plugins and themes have a newer version in the library; null until the site was read. */
    updates: v.nullable(v.object({ plugin: v.number(), theme: v.number(), checked_at: v.string() })),
    /** The newest complete backup, and whether a restore of it has worked; null without one. */
    backup: v.nullable(
      v.object({
        created_at: v.string(),
        proof: v.nullable(v.object({ ok: v.boolean(), checked_at: v.string() })),
      }),
    ),
  }),
  /** The newest tasks of the site, at most 8. */
  activity: v.array(TaskSummary),
});
export type SiteOverview = v.InferOutput<typeof SiteOverview>;

const Version = v.object({ id: v.string(), title: v.string() });
/**
 * `id`: the release series, e.g. `8.3`, which stays the same through its updates. `is_default`: what new sites get unless
 * another one is chosen. `extensions`: their names, null where they are not known.
 */
const PhpVersion = v.object({
  ...Version.entries,
  is_default: v.boolean(),
  extensions: v.nullable(v.array(v.string())),
});
export type PhpVersion = v.InferOutput<typeof PhpVersion>;

/** Versions that can be installed now, sorted by title, newest first (data calls §3). */
export const SiteImages = v.object({
  images: v.array(Version),
  wp_versions: v.array(Version),
  php_versions: v.array(PhpVersion),
});

export const WpInfo = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a title for the site.'),
    v.maxLength(120, 'At most 120 characters are allowed.'),
  ),
  admin_user: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'The user name needs at least 3 characters.'),
    v.maxLength(60, 'At most 60 characters are allowed.'),
    v.regex(/^[A-Za-z0-9_.@-]+$/, 'Use letters, digits, dots, hyphens, underscores and @.'),
  ),
  admin_email: Email,
  admin_password: v.pipe(
    v.string(),
    v.minLength(12, 'The WordPress password needs at least 12 characters.'),
    v.maxLength(100, 'At most 100 characters are allowed.'),
    v.regex(/^[\x20-\x7e]+$/, 'Use letters, digits and symbols of the English keyboard.'),
  ),
});
export type WpInfo = v.InferOutput<typeof WpInfo>;

export const PasswordProtectionInput = v.object({
  username: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Enter a user name.'),
    v.maxLength(60),
    v.regex(/^[^:\p{Cc}]+$/u, 'A user name cannot contain a colon.'),
  ),
  password: v.pipe(
    v.string(),
    v.minLength(8, 'Password should be at least 8 characters.'),
    v.maxLength(100, 'At most 100 characters are allowed.'),
  ),
});

/** Sent by clients out of habit; checked against the session, never trusted (decision: Tenancy). */
const tenantHints = {
  user_id: v.optional(v.nullable(v.string())),
  customer_id: v.optional(v.nullable(v.string())),
  partner_domain: v.optional(v.string()),
  reseller_email: v.optional(v.string()),
};

/** Reserves a name for an empty site with status created. */
export const SiteInitiateInput = v.strictObject({
  domain: v.optional(v.string()),
  fqdn: Fqdn,
  /** Beyond the specification: its files will be uploaded over SFTP, which this server must offer. */
  source: v.optional(v.literal('ftp')),
  license_key: v.optional(v.nullable(LicenseKey)),
  user_id: tenantHints.user_id,
  customer_id: tenantHints.customer_id,
});

/** Reserves a name and installs the site in one task, on a license where its key is given. Only WordPress on a sub-domain until custom domains come. */
export const SiteCreateInput = v.strictObject({
  ...tenantHints,
  domain: v.optional(v.string()),
  domain_type: v.optional(v.literal('sub_domain'), 'sub_domain'),
  fqdn: Fqdn,
  type: v.literal('wordpress'),
  blueprint: v.optional(v.nullable(BlueprintChoice)),
  license_key: v.optional(v.nullable(LicenseKey)),
  stripe_license_id: v.optional(v.null()),
  image_id: v.optional(v.string()),
  version: v.optional(v.string()),
  php_version: v.optional(v.string()),
  wp_info: WpInfo,
  password_protection: v.optional(v.nullable(PasswordProtectionInput), null),
});
export type SiteCreateInput = v.InferInput<typeof SiteCreateInput>;

/** The largest archive from which a site can be made. */
export const IMPORT_ZIP_MAX_BYTES = 512 * 1024 * 1024;

/** A zip of a static site, or of `wp-content` with an SQL dump, as `multipart/form-data`. */
export const SiteImportInput = v.object({
  partner_domain: tenantHints.partner_domain,
  reseller_email: tenantHints.reseller_email,
  domain: v.optional(v.string()),
  fqdn: Fqdn,
  /** Whether the old address is replaced in tables that do not start with the prefix of WordPress, too. */
  other_tables: v.optional(v.picklist(['true', 'false']), 'false'),
  license_key: v.optional(LicenseKey),
  file: v.file('Choose a zip file.'),
});
export type SiteImportInput = v.InferInput<typeof SiteImportInput>;

export const SitePostInput = v.union([SiteInitiateInput, SiteCreateInput]);

const resellerHints = { partner_domain: tenantHints.partner_domain, reseller_email: tenantHints.reseller_email };

const FinalizeWordPress = v.object({
  site_id: Id,
  type: v.literal('wordpress'),
  wp_info: WpInfo,
  version: v.optional(v.string()),
  php_version: v.optional(v.string()),
  blueprint: v.optional(v.nullable(BlueprintChoice)),
});
export type FinalizeWordPress = v.InferInput<typeof FinalizeWordPress>;

/** Publishes a branch of a repository of the connected GitHub account. */
export const FinalizeGithub = v.object({
  site_id: Id,
  type: v.literal('github'),
  github_repository: GithubRepository,
  github_branch: GithubBranchName,
  ...resellerHints,
});
export type FinalizeGithub = v.InferInput<typeof FinalizeGithub>;

/** Copies the files of another server once; the password is not kept. */
export const FinalizeFtp = v.object({
  site_id: Id,
  type: v.literal('ftp_migration'),
  ...FtpServer.entries,
  ...resellerHints,
});
export type FinalizeFtp = v.InferInput<typeof FinalizeFtp>;

/** Publishes the first page of the site builder; its editor changes it. */
export const FinalizeSiteBuilder = v.object({ site_id: Id, type: v.literal('site_builder'), ...resellerHints });
export type FinalizeSiteBuilder = v.InferInput<typeof FinalizeSiteBuilder>;

/** Makes an empty site and opens its files over SFTP for `period` hours, so that its owner uploads them. */
export const FinalizeTransfer = v.object({
  site_id: Id,
  type: v.literal('ftp'),
  period: AccessPeriod,
  ...resellerHints,
});
export type FinalizeTransfer = v.InferInput<typeof FinalizeTransfer>;

export const SiteFinalizeInput = v.variant('type', [
  FinalizeWordPress,
  FinalizeGithub,
  FinalizeFtp,
  FinalizeSiteBuilder,
  FinalizeTransfer,
]);
export type SiteFinalizeInput = v.InferInput<typeof SiteFinalizeInput>;

export const SiteUpdateInput = v.pipe(
  v.object({
    id: Id,
    password_protection: v.optional(v.nullable(PasswordProtectionInput)),
    name: v.optional(SiteName),
    ...expected({ name: v.string(), password_protection: v.nullable(v.object({ username: v.string() })) }),
  }),
  v.check(
    ({ password_protection, name }) => password_protection !== undefined || name !== undefined,
    'The request contains no change.',
  ),
);

/** `version`: one of those that can be installed (`SiteImages`), newer than that of the site. */
/** Where a WordPress keeps its tables. */
export const DATABASE_ENGINES = ['sqlite', 'mariadb'] as const;
export const SiteDatabaseInput = v.object({ fqdn: Fqdn, database: v.picklist(DATABASE_ENGINES) });

export const SiteUpgradeInput = v.object({ fqdn: Fqdn, version: v.pipe(v.string(), v.maxLength(32)) });

/** `php_version`: one of those that can be installed (`SiteImages`), other than that of the site. */
export const SitePhpVersionInput = v.object({ fqdn: Fqdn, php_version: v.pipe(v.string(), v.maxLength(32)) });

export const SiteStatusInput = v.object({ id: Id, status: SiteStatus });
