import * as v from 'valibot';
import { call } from '../call.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { expected } from '../schemas/expected.ts';
import { Fqdn, Id } from '../schemas/fields.ts';
import { SiteSource } from '../schemas/ftp.ts';
import { page } from '../schemas/list.ts';
import {
  IMPORT_ZIP_MAX_BYTES,
  Site,
  SiteDatabaseInput,
  SiteFinalizeInput,
  SiteImages,
  SiteImportInput,
  SiteOverview,
  SitePhpVersionInput,
  SitePostInput,
  SiteStatusInput,
  SiteSummary,
  SiteUpdateInput,
  SiteUpgradeInput,
} from '../schemas/site.ts';
import { FtpStarted } from '../schemas/site-access.ts';
import { saidEntries } from '../schemas/said.ts';
import { SiteFilterQuery, SiteListQuery, SitePage } from '../schemas/site-list.ts';
import { Task, TaskStarted } from '../schemas/task.ts';
import { Outcome } from '../schemas/user.ts';

const section = 'sites' as const;
/** Headers and the other fields of the form. */
const FORM_BYTES = 65_536;
const ById = v.object({ id: Id });
const ByFqdn = v.object({ fqdn: Fqdn });
const Updated = v.object({ ...Outcome.entries, data: Site });

export const siteCalls = {
  filter: call({
    method: 'GET',
    path: '/site/filter',
    summary: 'Search the caller’s sites; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(SiteFilterQuery)
    .output(SitePage),
  list: call({
    method: 'GET',
    path: '/site',
    summary: 'The caller’s sites, paged; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(SiteListQuery)
    .output(page(Site)),
  all: call({
    method: 'GET',
    path: '/site/all',
    summary: 'The caller’s sites without pages (wire path /site/), at most 1,000',
    audience: 'signed-in',
    section,
  }).output(v.array(Site)),
  byMigration: call({
    method: 'GET',
    path: '/site/bymigration',
    summary: 'The caller’s sites that came by a migration, paged; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(SiteListQuery)
    .output(page(Site)),
  summary: call({
    method: 'GET',
    path: '/site/summary',
    summary: 'Totals of the last 30 days and the top three',
    audience: 'signed-in',
    section,
  }).output(SiteSummary),
  byId: call({
    method: 'GET',
    path: '/site/id/{id}',
    summary: 'One site',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Site),
  overview: call({
    method: 'GET',
    path: '/site/{id}/overview',
    summary: 'One site with evidence, versions and metrics; `check=now` checks the site before responding',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
    heavy: { when: 'check' },
  })
    .input(v.object({ id: Id, check: v.optional(v.literal('now')) }))
    .output(SiteOverview),
  checkFqdn: call({
    method: 'GET',
    path: '/site/fqdn/{fqdn}/check',
    summary: 'Is this name in use?',
    audience: 'signed-in',
    section: WORKLOAD_SECTIONS,
  })
    .input(ByFqdn)
    /** A reserved name counts as used; nobody can have it. */
    .output(
      v.object({
        status: v.literal(true),
        used: v.boolean(),
        reserved: v.boolean(),
        /** Why no site can have it as a domain of its own, or null. */
        refused: v.nullable(v.string()),
        ...saidEntries,
        /** In its own script where that cannot be mistaken for another domain. */
        display: v.string(),
      }),
    ),
  nameservers: call({
    method: 'GET',
    path: '/site/fqdn/{fqdn}/nameservers',
    summary: 'Name servers of a site',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ByFqdn)
    .output(v.array(v.string())),
  images: call({
    method: 'GET',
    path: '/site/images/wp-php-versions',
    summary: 'Versions that can be installed',
    audience: 'signed-in',
    section,
  }).output(SiteImages),
  create: call({
    grows: true,
    method: 'POST',
    path: '/site',
    member: 'create',
    summary: 'Initiate a site (reserve its name) or create it with WordPress',
    audience: 'customer',
    section,
    errors: [
      'NAME_TAKEN',
      'NAME_RESERVED',
      'SITE_QUOTA',
      'PARTNER_SITES',
      'PARTNER_DISK',
      'BIN_FULL',
      'NOT_FOUND',
      'BLUEPRINT_NOT_COMPLETE',
      'SITE_UNAVAILABLE',
      'TENANT_MISMATCH',
      'IDEMPOTENCY_REUSED',
      'LICENSE_NOT_VALID',
      'LICENSE_USED',
    ],
  })
    .input(SitePostInput)
    .output(TaskStarted),
  import: call({
    method: 'POST',
    path: '/site/import',
    member: 'create',
    summary: 'Create a site from an uploaded zip: a static site, or wp-content with an SQL dump',
    audience: 'customer',
    section,
    errors: [
      ...([
        'NAME_TAKEN',
        'NAME_RESERVED',
        'SITE_QUOTA',
        'PARTNER_SITES',
        'PARTNER_DISK',
        'TENANT_MISMATCH',
        'IDEMPOTENCY_REUSED',
      ] as const),
      ...(['TOO_LARGE', 'DISK_FULL', 'ARCHIVE_REFUSED'] as const),
      ...(['NOT_FOUND', 'LICENSE_NOT_VALID', 'LICENSE_USED'] as const),
    ],
    upload: true,
    bodyLimitBytes: IMPORT_ZIP_MAX_BYTES + FORM_BYTES,
    heavy: {},
  })
    .input(SiteImportInput)
    .output(TaskStarted),
  check: call({
    method: 'GET',
    path: '/site/check/{taskId}',
    summary: 'State of a task',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ taskId: Id }))
    .output(Task),
  finalize: call({
    grows: true,
    method: 'POST',
    path: '/site/finalize',
    summary: 'Install an initiated site, publish it from a source or the site builder, or open it for an upload',
    audience: 'customer',
    section,
    errors: [
      ...(['NOT_FOUND', 'TASK_RUNNING', 'BAD_TRANSITION', 'BLUEPRINT_NOT_COMPLETE'] as const),
      ...(['TENANT_MISMATCH', 'GITHUB_NOT_CONNECTED', 'SITE_UNAVAILABLE'] as const),
    ],
  })
    .input(SiteFinalizeInput)
    /** With type `ftp`, how to connect: the password is in this answer only. */
    .output(v.object({ ...TaskStarted.entries, ftp: v.optional(FtpStarted) })),
  source: call({
    method: 'GET',
    path: '/site/{id}/source',
    summary: 'The server from which the files of a site are copied, and its accepted key',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(SiteSource),
  wordpressInfo: call({
    method: 'GET',
    path: '/site/wordpress/{fqdn}/info',
    summary: 'Details of the installed WordPress',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_NOT_READY'],
    heavy: {},
  })
    .input(ByFqdn)
    .output(
      v.object({
        version: v.nullable(v.string()),
        php_version: v.nullable(v.string()),
        currentWordPressVersion: v.nullable(v.string()),
        admin_url: v.string(),
        admin_user: v.string(),
      }),
    ),
  fileSize: call({
    method: 'GET',
    path: '/site/{fqdn}/file/size',
    summary: 'Bytes on disk, measured now',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(ByFqdn)
    .output(v.object({ status: v.literal(true), totalSize: v.number() })),
  version: call({
    method: 'GET',
    path: '/site/{fqdn}/version',
    summary: 'Installed WordPress version',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_NOT_READY'],
    heavy: {},
  })
    .input(ByFqdn)
    .output(v.object({ status: v.literal(true), version: v.nullable(v.string()) })),
  upgrade: call({
    grows: true,
    method: 'PUT',
    path: '/site/upgrade/wordpress',
    summary: 'Upgrade the WordPress of a site to a newer version, after a backup',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'DISK_FULL'],
  })
    .input(SiteUpgradeInput)
    .output(v.object({ ...TaskStarted.entries, version: v.string() })),
  moveDatabase: call({
    grows: true,
    method: 'PUT',
    path: '/platform/sites/database',
    summary: 'Move the tables of a WordPress to MariaDB, or back to an SQLite file, after a backup',
    audience: 'superadmin',
    token: 'operator',
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'DISK_FULL'],
  })
    .input(SiteDatabaseInput)
    .output(TaskStarted),
  changePhp: call({
    method: 'PUT',
    path: '/site/upgrade/php',
    summary: 'Change the PHP version of a WordPress site, after a backup',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'DISK_FULL'],
  })
    .input(SitePhpVersionInput)
    .output(v.object({ ...TaskStarted.entries, php_version: v.string() })),
  rename: call({
    grows: true,
    method: 'PUT',
    path: '/site/{fqdn}/by-fqdn',
    summary: 'Rename a site on a subdomain',
    audience: 'signed-in',
    section,
    detailed: true,
    errors: [
      'NOT_FOUND',
      'NAME_TAKEN',
      'NAME_RESERVED',
      'TASK_RUNNING',
      'SITE_NOT_READY',
      'RENAME_NOT_SUBDOMAIN',
      'STAGING_EXISTS',
      'STAGING_NAME',
    ],
  })
    .input(
      v.object({
        params: ByFqdn,
        body: v.object({ fqdn: v.optional(Fqdn), new_fqdn: Fqdn, infra_domain_id: v.optional(v.string()) }),
      }),
    )
    .output(TaskStarted),
  update: call({
    method: 'PUT',
    path: '/site/id/{id}',
    summary: 'Change a site’s display name or its password protection',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'CONFLICT'],
  })
    .input(SiteUpdateInput)
    .output(Updated),
  updateStatus: call({
    method: 'PUT',
    path: '/site/{id}/status',
    summary: 'Set the status manually, along allowed transitions only',
    audience: 'staff',
    staff: 'support',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'BAD_TRANSITION'],
    heavy: {},
  })
    .input(SiteStatusInput)
    .output(Updated),
  remove: call({
    method: 'DELETE',
    path: '/site/delete/{id}',
    summary: 'Delete a site; it stays in the bin for 7 days',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING'],
  })
    .input(v.object({ id: Id, infra_domain_id: v.optional(v.string()) }))
    .output(TaskStarted),
  removeFailed: call({
    method: 'DELETE',
    path: '/site/failed/fqdn',
    summary: 'Delete a failed site that never got an id',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'CONFLICT'],
  })
    .input(ByFqdn)
    .output(TaskStarted),
  assignCustomer: call({
    method: 'PUT',
    path: '/site/{id}/customer',
    summary: 'Assign a site to a customer of the partner, or to none',
    audience: 'staff',
    staff: 'support',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'CONFLICT'],
  })
    .input(v.object({ id: Id, customer_id: v.nullable(Id), ...expected({ customer_id: v.nullable(v.string()) }) }))
    .output(Updated),
  passwordProtection: call({
    method: 'GET',
    path: '/site/{id}/password-protection',
    summary: 'Password protection of a site',
    audience: 'signed-in',
    section: WORKLOAD_SECTIONS,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(v.object({ status: v.literal(true), password_protection: v.nullable(v.object({ username: v.string() })) })),
};
