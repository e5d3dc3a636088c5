import { BRAND_IMAGE_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { findImage } from './brand-image.repo.ts';

/** Opened directly, an image runs and loads nothing, and has no origin of its own. */
const IMAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** The uploaded images of this host's partner, for everyone: the sign-in page shows them. */
export function brandImages({ db }: Pick<AppContext, 'db'>): Hono<PanelEnv> {
  const app = new Hono<PanelEnv>();
  app.get(`${BRAND_IMAGE_PATH}:name`, async (c) => {
    const name = c.req.param('name');
    const row = /^[\da-f]{64}\.(?:png|svg|ico|webp)$/.test(name)
      ? await findImage(db, c.get('partner').id, name)
      : null;
    if (!row) return plainError('NOT_FOUND');
    return c.body(Buffer.from(row.content, 'base64'), 200, { ...IMAGE_HEADERS, 'content-type': row.type });
  });
  return app;
}
