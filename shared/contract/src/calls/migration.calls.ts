import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import {
  Migration,
  MigrationArchiveForm,
  MIGRATION_ZIP_MAX_BYTES,
  MigrationForm,
  MigrationListQuery,
  MigrationStatusInput,
  MigrationToken,
  MigrationUpdate,
  WrittenRows,
} from '../schemas/migration.ts';
import { MIGRATION_STATUSES, MIGRATION_TYPES } from '../schemas/status.ts';
import { Outcome } from '../schemas/user.ts';

const section = 'sites' as const;
const ById = v.object({ id: Id });
const Saved = v.object({ ...Outcome.entries, data: Migration });
/** Headers and the other fields of the form. */
const FORM_BYTES = 65_536;

export const migrationCalls = {
  list: call({
    method: 'GET',
    path: '/migration/site',
    summary: 'The caller’s migrations, paged; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(MigrationListQuery)
    .output(page(Migration)),
  checkToken: call({
    method: 'GET',
    path: '/migration/site/token/{token}/check',
    summary: 'Whether a token belongs to an open migration; for the migration plugin on the old host',
    audience: 'public',
    section,
    errors: ['TOKEN_INVALID', 'RATE_LIMITED'],
    limit: { tries: 20, windowSeconds: 900 },
  })
    .input(v.object({ token: MigrationToken }))
    .output(
      v.object({
        status: v.literal(true),
        data: v.object({ type: v.picklist(MIGRATION_TYPES), status: v.picklist(MIGRATION_STATUSES), fqdn: v.string() }),
      }),
    ),
  byId: call({
    method: 'GET',
    path: '/migration/site/{id}',
    summary: 'One migration',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Migration),
  create: call({
    method: 'POST',
    path: '/migration/site',
    member: 'create',
    summary: 'Request the migration of a site, with an uploaded zip or tar.gz, or a sharing link',
    audience: 'customer',
    section,
    errors: [
      'TENANT_MISMATCH',
      'NAME_TAKEN',
      'NAME_RESERVED',
      'MIGRATION_LIMIT',
      'TOO_LARGE',
      'DISK_FULL',
      'ARCHIVE_REFUSED',
    ],
    upload: true,
    bodyLimitBytes: MIGRATION_ZIP_MAX_BYTES + FORM_BYTES,
    heavy: {},
  })
    .input(MigrationForm)
    .output(Saved),
  update: call({
    method: 'PUT',
    path: '/migration/site/{id}',
    member: 'create',
    summary: 'Change a migration that waits',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TENANT_MISMATCH', 'NAME_TAKEN', 'NAME_RESERVED', 'CONFLICT'],
  })
    .input(MigrationUpdate)
    .output(Saved),
  updateStatus: call({
    method: 'PUT',
    path: '/migration/site/{id}/status',
    member: 'create',
    summary:
      'Start a migration, move its copy to the chosen address, cancel it or give it up; customers cannot start it',
    audience: 'signed-in',
    section,
    errors: [
      'NOT_FOUND',
      'MIGRATION_TRANSITION',
      'SITE_QUOTA',
      'PARTNER_SITES',
      'PARTNER_DISK',
      'SITE_NOT_READY',
      'NAME_TAKEN',
      'NAME_RESERVED',
      'TASK_RUNNING',
      'TASK_NOT_CANCELLABLE',
      'DISK_FULL',
    ],
  })
    .input(MigrationStatusInput)
    .output(Saved),
  written: call({
    method: 'GET',
    path: '/migration/site/{id}/written',
    summary: 'Rows that were written on the complete copy since it was made',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_UNAVAILABLE'],
  })
    .input(ById)
    .output(WrittenRows),
  uploadArchive: call({
    method: 'POST',
    path: '/migration/site/{id}/archive',
    member: 'create',
    summary: 'Upload a newer backup, which replaces the content of the complete copy when it moves to its address',
    audience: 'customer',
    section,
    errors: ['NOT_FOUND', 'CONFLICT', 'TASK_RUNNING', 'TOO_LARGE', 'DISK_FULL', 'ARCHIVE_REFUSED'],
    upload: true,
    bodyLimitBytes: MIGRATION_ZIP_MAX_BYTES + FORM_BYTES,
    heavy: {},
  })
    .input(MigrationArchiveForm)
    .output(Saved),
  retry: call({
    method: 'POST',
    path: '/migration/site/{id}/retry',
    member: 'create',
    summary: 'A new migration with the archive and addresses of one that failed',
    audience: 'customer',
    section,
    errors: ['NOT_FOUND', 'MIGRATION_TRANSITION', 'MIGRATION_LIMIT', 'ARCHIVE_REFUSED'],
  })
    .input(ById)
    .output(Saved),
  remove: call({
    method: 'DELETE',
    path: '/migration/site/{id}',
    member: 'create',
    summary: 'Delete a migration and its uploaded archive; a site that it made stays',
    audience: 'signed-in',
    section,
    errors: ['TASK_RUNNING', 'CONFLICT'],
  })
    .input(ById)
    .output(Outcome),
};
