import { BUILDER_CANVAS, BUILDER_FILES_PATH, BUILDER_PICTURES, BUILDER_STYLES } from '@panel/contract';
import { Hono } from 'hono';
import { Readable } from 'node:stream';
import { contentType } from '../../lib/content-type.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import type { AppContext } from '../../context/app-context.ts';
import { siteOfViewer } from '../site/site-of-viewer.ts';
import { BASE_STYLES } from '../../uploads/readers/base-styles.ts';
import { builderPictureKey } from './picture-files.ts';
import { createPreviews } from './previews.ts';
import { findPicture } from './site-builder.repo.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Nothing runs, and nothing but the site's own styles and pictures loads. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * The editor draws with inline styles, which the panel's own policy refuses. Its canvas is a document of its own,
 * because it would have the panel's policy otherwise; in it no script runs, also none of the panel's.
 */
const CANVAS_HEADERS = {
  ...HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'x-frame-options': 'SAMEORIGIN',
};
const CANVAS = '<!doctype html><html lang="en"><head><title>Page</title></head><body></body></html>';

/** A preview shows HTML that a customer wrote, so it is sandboxed besides. */
const PREVIEW_HEADERS = {
  ...HEADERS,
  'content-security-policy': `${PAGE_POLICY}; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox`,
  'x-frame-options': 'SAMEORIGIN',
};

const PICTURE_HEADERS = {
  ...HEADERS,
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'",
};

/** Canvas, preview and pictures of the sites of the site builder, for their owners. */
export function builderFiles(app: Pick<AppContext, 'config' | 'db' | 'storage' | 'uploads'>): Hono<PanelEnv> {
  const { db, storage } = app;
  const previews = createPreviews(app);
  const pages = new Hono<PanelEnv>();
  const site = `${BUILDER_FILES_PATH}:id{[0-9a-f-]{36}}` as const;

  pages.get(`${site}/${BUILDER_PICTURES}:name`, async (c) => {
    const own = await siteOfViewer(app, c, c.req.param('id'), 'customer');
    const picture = own && (await findPicture(db, own.id, c.req.param('name')));
    if (!own || !picture) return plainError('NOT_FOUND');
    const bytes = await storage.read(builderPictureKey(own.id, picture.name));
    const body = Readable.toWeb(bytes) as ReadableStream<Uint8Array<ArrayBuffer>>;
    const headers = { 'content-type': picture.type, 'content-length': String(picture.bytes) };
    return new Response(body, { headers: { ...PICTURE_HEADERS, ...headers } });
  });

  pages.get(`${site}/:name`, async (c) => {
    const own = await siteOfViewer(app, c, c.req.param('id'), 'customer');
    if (own?.type !== 'site_builder') return plainError('NOT_FOUND');
    const name = c.req.param('name');
    if (name === BUILDER_CANVAS) return c.body(CANVAS, 200, CANVAS_HEADERS);
    const headers = { ...PREVIEW_HEADERS, 'content-type': contentType(name) };
    if (name === BUILDER_STYLES) return c.body(BASE_STYLES, 200, headers);
    const text = await previews.read(own, name);
    return text === undefined ? plainError('NOT_FOUND') : c.body(text, 200, headers);
  });
  return pages;
}
