import type { Context } from 'hono';
import { Readable } from 'node:stream';
import { parseRange } from '../hosting/static/range.ts';
import type { Storage } from '../storage/storage.ts';
import type { PanelEnv } from './env.ts';

type Stored = { key: string; size: number; etag: string; type: string; fileName: string };

/** Sends a stored file, whole or one range (RFC 9110 §14), so that an interrupted download can be resumed. */
export async function sendStored(
  c: Context<PanelEnv>,
  storage: Storage,
  { key, size, etag, type, fileName }: Stored,
): Promise<Response> {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${fileName}"`,
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
      : (Readable.toWeb(await storage.read(key, range ?? undefined)) as ReadableStream<Uint8Array<ArrayBuffer>>);
  return new Response(body, { status: range ? 206 : 200, headers: all });
}
