import type { Section } from '@panel/contract';
import type { Context } from 'hono';
import { Readable } from 'node:stream';
import type { Scope } from '../db/select-page.ts';
import type { AppContext } from './app-context.ts';
import type { PanelEnv } from './env.ts';
import { plainError } from './plain-page.ts';
import { scopeOfViewer } from './viewer-scope.ts';

/** Headers of a picture that belongs to nobody's page. */
export const PICTURE_HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/**
 * Answers with a picture of the storage, for whoever can open what it belongs to; 404 for everyone else.
 * @param keyOf the key of the picture in the storage, if it is in the scope of the visitor
 */
export async function sendPicture(
  { config, storage }: Pick<AppContext, 'config' | 'storage'>,
  c: Context<PanelEnv>,
  keyOf: (scope: Scope) => Promise<string | null>,
  section: Section = 'sites',
): Promise<Response> {
  const scope = await scopeOfViewer({ config }, c, 'signed-in', section);
  const key = scope && (await keyOf(scope));
  const size = key === null ? null : await storage.size(key);
  if (key === null || size === null) return plainError('NOT_FOUND');
  const body = Readable.toWeb(await storage.read(key)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(body, { headers: { ...PICTURE_HEADERS, 'content-length': String(size) } });
}
