import { BACKUP_DOWNLOAD_PATH } from '@panel/contract';
import { Hono } from 'hono';
import { staffOf } from '../../db/select-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { openTicket } from '../../context/download-ticket.ts';
import type { PanelEnv } from '../../context/env.ts';
import { PanelError } from '../../kernel/errors.ts';
import { plainError } from '../../context/plain-page.ts';
import { sendStored } from '../../context/stored-download.ts';
import { archiveKey } from './backup-archive.ts';
import { findBackup, type BackupRow } from './backup.repo.ts';

const fileName = ({ siteFqdn, createdAt }: BackupRow): string =>
  `${siteFqdn}-${createdAt.toISOString().slice(0, 16).replace(/[T:]/g, '-')}.tar.gz`;

/** Downloads by signed address, whole or one range (RFC 9110 §14), so that an interrupted one can be resumed. */
export function backupDownloads(app: Pick<AppContext, 'db' | 'storage' | 'secrets' | 'clock'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${BACKUP_DOWNLOAD_PATH}:token`, async (c) => {
    try {
      const partner = c.get('partner');
      const key = openTicket(app, c.req.param('token'), { use: 'backup', partnerId: partner.id });
      const row = await findBackup(app.db, staffOf(partner.id), key);
      const size = row?.status === 'succeeded' ? await app.storage.size(archiveKey(row)) : null;
      if (!row || size === null) return plainError('NOT_FOUND');
      return await sendStored(c, app.storage, {
        key: archiveKey(row),
        ...{ size, etag: `"${row.sha256}"`, type: 'application/gzip', fileName: fileName(row) },
      });
    } catch (error) {
      if (error instanceof PanelError) return plainError(error.code);
      throw error;
    }
  });
  return pages;
}
