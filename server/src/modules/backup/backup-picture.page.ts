import { BACKUP_PICTURE_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { PanelEnv } from '../../context/env.ts';
import { sendPicture } from '../../context/picture-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { proofPictureKey } from './backup-archive.ts';
import { findBackup } from './backup.repo.ts';

/** Pictures of restored backups, for those who can open the backup. The address changes with each proof. */
export function backupPictures(app: Pick<AppContext, 'config' | 'db' | 'storage'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${BACKUP_PICTURE_PATH}:id{[0-9a-f-]{36}}/:version`, (c) =>
    sendPicture(app, c, async (scope) => {
      const backup = await findBackup(app.db, scope, { id: c.req.param('id'), deleted: true });
      return backup?.proof?.hasPicture ? proofPictureKey(backup) : null;
    }),
  );
  return pages;
}
