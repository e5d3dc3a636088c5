import { ofOwner, row, type Row } from '../contract/access-outcomes.ts';

/** The backup of these tests is a row alone; its archive is in no storage. */
const notStored = Object.fromEntries(
  Object.entries(ofOwner).map(([who, outcome]) => [who, outcome === 'ok' ? 'SITE_UNAVAILABLE' : outcome]),
) as typeof ofOwner;

export const rows: Readonly<Record<string, Row>> = {
  'backup.files': row(notStored, ({ backupId }) => ({ path: `/backup/${backupId}/files` })),
  'backup.dismissRestored': row(ofOwner, ({ siteId }) => ({ path: `/backup/restored/${siteId}/dismissal`, body: {} })),
  'backup.restoreFiles': row(ofOwner, ({ backupId }) => ({
    path: '/backup/restore-files',
    body: { id: backupId, paths: ['index.html'] },
  })),
};
