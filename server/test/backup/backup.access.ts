import { ofOwner, row, type Row } from '../contract/access-outcomes.ts';

export const rows: Readonly<Record<string, Row>> = {
  'backup.files': row(ofOwner, ({ backupId }) => ({ path: `/backup/${backupId}/files` })),
  'backup.restoreFiles': row(ofOwner, ({ backupId }) => ({
    path: '/backup/restore-files',
    body: { id: backupId, paths: ['index.html'] },
  })),
};
