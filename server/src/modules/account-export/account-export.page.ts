import { ACCOUNT_EXPORT_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import { openTicket } from '../../context/download-ticket.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { sendStored } from '../../context/stored-download.ts';
import { PanelError } from '../../kernel/errors.ts';
import { exportKey, findExport } from './account-export.repo.ts';
import { isReady } from './account-export.service.ts';

/** Downloads archives of accounts by signed address. */
export function accountExportDownloads(app: Pick<AppContext, 'db' | 'storage' | 'secrets' | 'clock'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${ACCOUNT_EXPORT_PATH}:token`, async (c) => {
    try {
      const partnerId = c.get('partner').id;
      const { id } = openTicket(app, c.req.param('token'), { use: 'account-export', partnerId });
      const row = await findExport(app.db, id);
      if (!row || !isReady(row, app.clock.now())) return plainError('NOT_FOUND');
      const key = exportKey(row);
      const size = await app.storage.size(key);
      if (size === null) return plainError('NOT_FOUND');
      const fileName = `account-${row.createdAt.toISOString().slice(0, 10)}.zip`;
      return await sendStored(c, app.storage, {
        key,
        size,
        etag: `"${row.sha256}"`,
        type: 'application/zip',
        fileName,
      });
    } catch (error) {
      if (error instanceof PanelError) return plainError(error.code);
      throw error;
    }
  });
  return pages;
}
