import { DIRECTORY_PICTURE_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { PICTURE_HEADERS } from '../../context/picture-page.ts';
import { plainError } from '../../context/plain-page.ts';
import { scopeOfViewer } from '../../context/viewer-scope.ts';
import { pictureUrl } from './directory-picture.ts';

/** Pictures of the directory, for those who may search it. */
export function directoryPictures(app: Pick<AppContext, 'config' | 'directory' | 'secrets'>): Hono<PanelEnv> | null {
  const { directory } = app;
  if (directory === null) return null;
  const pages = new Hono<PanelEnv>();
  pages.get(`${DIRECTORY_PICTURE_PATH}:url/:mark`, async (c) => {
    const url = pictureUrl(app, c.req.param('url'), c.req.param('mark'));
    const picture = url !== null && (await scopeOfViewer(app, c, 'signed-in')) ? await directory.picture(url) : null;
    if (picture === null) return plainError('NOT_FOUND');
    return new Response(picture.bytes as Uint8Array<ArrayBuffer>, {
      headers: { ...PICTURE_HEADERS, 'content-type': picture.type, 'content-length': String(picture.bytes.length) },
    });
  });
  return pages;
}
