import { TEMPLATE_PICTURE_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { PICTURE_HEADERS } from '../../context/picture-page.ts';
import { plainError } from '../../context/plain-page.ts';
import { scopeOfViewer } from '../../context/viewer-scope.ts';
import { templatePicture } from '../../hosting/index.ts';

/** Pictures of the templates, for those who can choose one. The address changes with each picture. */
export function templatePictures(app: Pick<AppContext, 'config'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${TEMPLATE_PICTURE_PATH}:id{[a-z0-9-]{1,60}}/:version`, async (c) => {
    const scope = await scopeOfViewer(app, c, 'signed-in', 'applications');
    const picture = scope && (await templatePicture(c.req.param('id')));
    if (picture === null) return plainError('NOT_FOUND');
    const headers = { ...PICTURE_HEADERS, 'content-length': String(picture.length) };
    return new Response(new Uint8Array(picture), { headers });
  });
  return pages;
}
