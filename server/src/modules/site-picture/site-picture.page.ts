import { decideAccess, SITE_PICTURE_PATH } from '@panel/contract';
import { Hono } from 'hono';
import { Readable } from 'node:stream';
import type { PanelEnv } from '../../http/env.ts';
import { isStaff } from '../../http/call-context.ts';
import { plainError } from '../../http/plain-page.ts';
import type { AppContext } from '../../process/app-context.ts';
import { publicPartner } from '../partner/public-partner.ts';
import { siteRepo } from '../site/site.repo.ts';
import { pictureKey } from './renew-picture.ts';

const HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Pictures of sites, for those who can open the site. The address changes with each picture. */
export function sitePictures({ config, db, storage }: Pick<AppContext, 'config' | 'db' | 'storage'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(`${SITE_PICTURE_PATH}:id{[0-9a-f-]{36}}/:version`, async (c) => {
    const [partner, viewer] = [c.get('partner'), await c.get('viewer')()];
    const access = decideAccess(
      { audience: 'signed-in', section: 'sites' },
      publicPartner(config, partner),
      viewer && viewer.user,
    );
    if (!viewer || access !== 'ok') return plainError('NOT_FOUND');
    const scope = { partnerId: partner.id, customerId: isStaff(viewer.user) ? 'staff' : viewer.user.id };
    const site = await siteRepo(db, scope).find({ id: c.req.param('id') });
    if (!site?.pictureAt || site.protectionHash) return plainError('NOT_FOUND');
    const key = pictureKey(site.id);
    const size = await storage.size(key);
    if (size === null) return plainError('NOT_FOUND');
    const body = Readable.toWeb(await storage.read(key)) as ReadableStream<Uint8Array<ArrayBuffer>>;
    return new Response(body, { headers: { ...HEADERS, 'content-length': String(size) } });
  });
  return pages;
}
