import { BACKUP_DOWNLOAD_PATH } from '@panel/contract';
import { Hono } from 'hono';
import { Readable } from 'node:stream';
import { staffOf } from '../../db/select-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { parseRange } from '../../hosting/static/range.ts';
import type { PanelEnv } from '../../context/env.ts';
import { PanelError } from '../../kernel/errors.ts';
import { plainError } from '../../context/plain-page.ts';
import { archiveKey } from './backup-archive.ts';
import { openTicket } from './backup-download.service.ts';
import { findBackup, type BackupRow } from './backup.repo.ts';

const fileName = ({ siteFqdn, createdAt }: BackupRow): string =>
  `${siteFqdn}-${createdAt.toISOString().slice(0, 16).replace(/[T:]/g, '-')}.tar.gz`;

/** Downloads by signed address, whole or one range (RFC 9110 §14), so that an interrupted one can be resumed. */
export function backupDownloads(app: Pick<AppContext, 'db' | 'storage' | 'secrets' | 'clock'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${BACKUP_DOWNLOAD_PATH}:token`, async (c) => {
    try {
      const partner = c.get('partner');
      const key = openTicket(app, c.req.param('token'), partner.id);
      const row = await findBackup(app.db, staffOf(partner.id), key);
      const size = row?.status === 'succeeded' ? await app.storage.size(archiveKey(row)) : null;
      if (!row || size === null) return plainError('NOT_FOUND');
      const etag = `"${row.sha256}"`;
      const headers = {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${fileName(row)}"`,
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        etag,
      };
      const since = c.req.header('if-range');
      const range = since === undefined || since === etag ? parseRange(c.req.header('range'), size) : null;
      if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${size}` });
      const length = range ? range.end - range.start + 1 : size;
      const all = {
        ...headers,
        'content-length': String(length),
        ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
      };
      const body =
        c.req.method === 'HEAD'
          ? null
          : (Readable.toWeb(await app.storage.read(archiveKey(row), range ?? undefined)) as ReadableStream<
              Uint8Array<ArrayBuffer>
            >);
      return new Response(body, { status: range ? 206 : 200, headers: all });
    } catch (error) {
      if (error instanceof PanelError) return plainError(error.code);
      throw error;
    }
  });
  return pages;
}
