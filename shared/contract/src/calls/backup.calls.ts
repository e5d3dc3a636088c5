import * as v from 'valibot';
import { call } from '../call.ts';
import {
  Backup,
  BackupChosenInput,
  BackupCreateInput,
  BackupDownload,
  BackupFiles,
  BackupFilesQuery,
  BackupListQuery,
  BackupRenameInput,
  BackupRestoreFilesInput,
  BackupRestoreInput,
  BackupSettings,
  BackupSettingsInput,
  BackupSettingsQuery,
  SiteFromBackupInput,
} from '../schemas/backup.ts';
import { WORKLOAD_SECTIONS } from '../sections.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Task, TaskStarted } from '../schemas/task.ts';
import { Outcome } from '../schemas/user.ts';

const section = WORKLOAD_SECTIONS;
const ById = v.object({ id: Id });

export const backupCalls = {
  list: call({
    method: 'GET',
    path: '/backup',
    summary: 'Backups of the caller’s sites and applications, or of one of them, paged; staff: all of the partner’s',
    audience: 'signed-in',
    section,
  })
    .input(BackupListQuery)
    .output(page(Backup)),
  settings: call({
    method: 'GET',
    path: '/backup/settings',
    summary: 'When a site or an application is backed up, and how many of these backups are kept',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(BackupSettingsQuery)
    .output(BackupSettings),
  saveSettings: call({
    method: 'POST',
    path: '/backup/settings',
    summary: 'Schedule daily or weekly backups of a site or an application, or stop them',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TENANT_MISMATCH', 'CONFLICT'],
  })
    .input(BackupSettingsInput)
    .output(Outcome),
  byId: call({
    method: 'GET',
    path: '/backup/{id}',
    summary: 'One backup',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Backup),
  status: call({
    method: 'GET',
    path: '/backup/status/{taskId}',
    summary: 'Progress of the task that makes or restores a backup',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ taskId: Id }))
    .output(Task),
  create: call({
    grows: true,
    method: 'POST',
    path: '/backup',
    summary: 'Back up a site or an application now',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'BACKUP_LIMIT', 'DISK_FULL', 'TENANT_MISMATCH'],
  })
    .input(BackupCreateInput)
    .output(v.object({ ...TaskStarted.entries, id: v.string() })),
  createSite: call({
    grows: true,
    method: 'POST',
    path: '/backup/create/site',
    member: 'create',
    summary: 'Create a new site from a backup',
    audience: 'customer',
    section: 'sites',
    errors: [
      ...([
        'NOT_FOUND',
        'BACKUP_NOT_COMPLETE',
        'NAME_TAKEN',
        'NAME_RESERVED',
        'SITE_QUOTA',
        'PARTNER_SITES',
        'PARTNER_DISK',
      ] as const),
      ...(['DISK_FULL', 'TENANT_MISMATCH', 'LICENSE_NOT_VALID', 'LICENSE_USED'] as const),
    ],
    scope: 'sites:write',
  })
    .input(SiteFromBackupInput)
    .output(TaskStarted),
  dismissRestored: call({
    method: 'POST',
    path: '/backup/restored/{site_id}/dismissal',
    summary:
      'Stop reporting that a site or an application was restored from a backup after its server was lost, and that later changes may be missing',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ site_id: Id }))
    .output(Outcome),
  rename: call({
    method: 'PUT',
    path: '/backup/{id}',
    summary: 'Rename a backup',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(BackupRenameInput)
    .output(Outcome),
  remove: call({
    method: 'DELETE',
    path: '/backup/{id}',
    summary: 'Delete a backup and its archive',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'TASK_RUNNING'],
  })
    .input(ById)
    .output(Outcome),
  restore: call({
    grows: true,
    method: 'POST',
    path: '/backup/restore',
    summary: 'Replace the files of a site or an application, its database, or both by those of a backup',
    audience: 'signed-in',
    section,
    errors: [
      ...([
        'NOT_FOUND',
        'BACKUP_NOT_COMPLETE',
        'SITE_NOT_READY',
        'TASK_RUNNING',
        'DISK_FULL',
        'TENANT_MISMATCH',
      ] as const),
      ...(['ABUSE', 'DATABASES_UNAVAILABLE'] as const),
    ],
  })
    .input(BackupRestoreInput)
    .output(TaskStarted),
  files: call({
    method: 'GET',
    path: '/backup/{id}/files',
    summary: 'Files and folders in a folder of a site’s backup, or those that a search finds',
    audience: 'signed-in',
    section: 'sites',
    heavy: {},
    errors: ['NOT_FOUND', 'BACKUP_NOT_COMPLETE', 'SITE_UNAVAILABLE'],
  })
    .input(BackupFilesQuery)
    .output(BackupFiles),
  restoreFiles: call({
    grows: true,
    method: 'POST',
    path: '/backup/restore-files',
    summary: 'Put single files and folders of a backup back into its site',
    audience: 'signed-in',
    section: 'sites',
    errors: ['NOT_FOUND', 'BACKUP_NOT_COMPLETE', 'SITE_NOT_READY', 'TASK_RUNNING', 'DISK_FULL', 'TENANT_MISMATCH'],
  })
    .input(BackupRestoreFilesInput)
    .output(TaskStarted),
  prove: call({
    grows: true,
    method: 'POST',
    path: '/backup/prove',
    summary: 'Restore a backup beside its site or application, without network, and record whether it answers',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'BACKUP_NOT_COMPLETE', 'SITE_NOT_READY', 'TASK_RUNNING', 'DISK_FULL', 'TENANT_MISMATCH'],
  })
    .input(BackupChosenInput)
    .output(TaskStarted),
  download: call({
    neverKept: true,
    method: 'POST',
    path: '/backup/download',
    summary: 'A signed address of a backup’s archive, which ends after an hour',
    audience: 'signed-in',
    section,
    errors: ['NOT_FOUND', 'BACKUP_NOT_COMPLETE', 'TENANT_MISMATCH'],
  })
    .input(BackupChosenInput)
    .output(BackupDownload),
};
