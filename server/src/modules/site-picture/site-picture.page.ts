import { APP_PICTURE_PATH, SITE_PICTURE_PATH } from '@panel/contract';
import { Hono, type Context } from 'hono';
import type { PanelEnv } from '../../context/env.ts';
import { sendPicture } from '../../context/picture-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { appsWithin } from '../../db/section.ts';
import { runPictureKey } from '../change-plan/plan-pictures.ts';
import { siteRepo, type SiteRow } from '../site/site.repo.ts';
import { pictureKey } from './renew-picture.ts';

const UUID = '[0-9a-f-]{36}';
const WHEN: Readonly<Record<string, 'before' | 'after'>> = { 'before.png': 'before', 'after.png': 'after' };
const RUN = new RegExp(`^${UUID}$`);
/** Pictures of sites and applications, for those who can open them. The address changes with each picture. */
export function sitePictures(app: Pick<AppContext, 'config' | 'db' | 'storage'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  const answer = (c: Context<PanelEnv>, keyOf: (site: SiteRow) => string | null) =>
    sendPicture(app, c, async (scope) => {
      const site = await siteRepo(app.db, scope).find({ id: c.req.param('id') ?? '' });
      return site && !site.protectionHash ? keyOf(site) : null;
    });
  pages.get(`${SITE_PICTURE_PATH}:id{${UUID}}/:version`, (c) =>
    answer(c, ({ id, pictureAt }) => (pictureAt ? pictureKey(id) : null)),
  );
  pages.get(`${APP_PICTURE_PATH}:id{${UUID}}/:version`, (c) =>
    sendPicture(
      app,
      c,
      async (scope) => {
        const found = await siteRepo(app.db, scope, appsWithin).find({ id: c.req.param('id') });
        return found?.pictureAt && !found.protectionHash ? pictureKey(found.id) : null;
      },
      'applications',
    ),
  );
  // Of a plan that changed plugins or themes (ADR 0051).
  pages.get(`${SITE_PICTURE_PATH}:id{${UUID}}/:run/:picture`, (c) =>
    answer(c, ({ id }) => {
      const when = WHEN[c.req.param('picture')];
      return when && RUN.test(c.req.param('run')) ? runPictureKey(id, c.req.param('run'), when) : null;
    }),
  );
  return pages;
}
