import * as v from 'valibot';
import { call } from '../call.ts';
import {
  InstallationBackupDetails,
  InstallationBackupId,
  InstallationBackups,
  StoredInstallationBackups,
} from '../schemas/installation-backup.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'superadmin' as const;

/** Backups of the whole installation, for its operators (ADR 0128, 0131). */
export const installationBackupCalls = {
  overview: call({
    method: 'GET',
    path: '/platform/installation-backups',
    summary: 'Whether backups of the installation are made, when the next one is due, and why the last one failed',
    audience,
  }).output(InstallationBackups),
  stored: call({
    method: 'GET',
    path: '/platform/installation-backups/stored',
    summary:
      'The backups of the installation that its storage lists; a storage that does not answer is a state, not an error',
    audience,
  }).output(StoredInstallationBackups),
  byId: call({
    method: 'GET',
    path: '/platform/installation-backups/stored/{id}',
    summary: 'What a backup of the installation does not have',
    audience,
    errors: ['INSTALLATION_BACKUP_UNREADABLE'],
  })
    .input(v.object({ id: InstallationBackupId }))
    .output(InstallationBackupDetails),
  make: call({
    method: 'POST',
    path: '/platform/installation-backups',
    summary: 'Ask for a backup of the installation now; the process that makes them begins within a minute',
    audience,
    errors: ['INSTALLATION_BACKUP_OFF'],
  }).output(Outcome),
};
