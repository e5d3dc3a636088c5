import { MIGRATION_PICTURE_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { PanelEnv } from '../../context/env.ts';
import { sendPicture } from '../../context/picture-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { migrationPictureKey, PICTURE_SIDES } from './migration-pictures.ts';
import { findMigration } from './migration.repo.ts';

/** Pictures of the pages of migrations, for those who can open the migration. The address changes with each rehearsal. */
export function migrationPictures(app: Pick<AppContext, 'config' | 'db' | 'storage'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${MIGRATION_PICTURE_PATH}:id{[0-9a-f-]{36}}/:version/:page{[0-9]{1,2}}/:side`, (c) =>
    sendPicture(app, c, async (scope) => {
      const side = PICTURE_SIDES.find((known) => `${known}.png` === c.req.param('side'));
      const row = await findMigration(app.db, scope, c.req.param('id'));
      return side && row?.siteId
        ? migrationPictureKey({ id: row.id, siteId: row.siteId }, Number(c.req.param('page')), side)
        : null;
    }),
  );
  return pages;
}
