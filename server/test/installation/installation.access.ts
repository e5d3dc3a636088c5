import { anonymous, at, every, type Outcome, type Row } from '../contract/access-outcomes.ts';

/** Operators of the whole installation; the panel of the test makes no backups of itself. */
const operators: Outcome = { ...every('FORBIDDEN'), anonymous, superadmin: 'ok' };

/** The calls about backups of the whole installation. */
export const rows: Readonly<Record<string, Row>> = {
  'installationBackup.overview': at(operators, '/platform/installation-backups'),
  'installationBackup.stored': at(operators, '/platform/installation-backups/stored'),
  'installationBackup.byId': at(
    { ...operators, superadmin: 'NOT_FOUND' },
    '/platform/installation-backups/stored/none',
  ),
  'installationBackup.make': at(
    { ...operators, superadmin: 'INSTALLATION_BACKUP_OFF' },
    '/platform/installation-backups',
    {},
  ),
};
