import { FILE_DOWNLOAD_PATH, FILE_ZIP_PATH, FileQuery, FileZipQuery, WORKLOAD_SECTIONS } from '@panel/contract';
import { Hono } from 'hono';
import { PassThrough, Readable } from 'node:stream';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelContext, PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { found } from '../../context/scope.ts';
import { checkStaffRole } from '../../context/staff-role-rule.ts';
import { scopeOfViewer } from '../../context/viewer-scope.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { ElsewhereError } from '../../kernel/elsewhere-error.ts';
import { inOpenSections } from '../site/find-site.ts';
import { siteRepo } from '../site/site.repo.ts';
import { checkFiles } from './file.service.ts';

/** A name of every kind as a parameter of a header (RFC 8187). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Transfers have few places, which many share: whoever reads less than this within a minute gives theirs back. */
const LEAST_A_MINUTE = 1024 * 1024;
const MINUTE_MS = 60_000;

/** Calls `cut` when what was written is read too slowly. Returns what ends the watch. */
export function watchReader(body: PassThrough, cut: () => void): () => void {
  let read = 0;
  let before = 0;
  body.on('data', (part: Buffer) => void (read += part.length)).pause();
  const timer = setInterval(() => {
    if (body.writableNeedDrain && read - before < LEAST_A_MINUTE) cut();
    before = read;
  }, MINUTE_MS).unref();
  return () => clearInterval(timer);
}

/** Pictures are shown in the file manager as well. Nothing else has a type by which a browser would show it. */
const PICTURES: Readonly<Record<string, string>> = {
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  ...{ avif: 'image/avif', ico: 'image/x-icon' },
};
const typeOf = (name: string): string =>
  PICTURES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';

const headersOf = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}`,
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
});

/** The site whose files somebody may download; null for everybody else. */
async function siteOf(app: AppContext, c: PanelContext, id: string): Promise<string | null> {
  const scope = await scopeOfViewer(app, c, 'signed-in', WORKLOAD_SECTIONS, 'change');
  if (!scope) return null;
  checkStaffRole('support', await c.get('viewer')());
  const section = inOpenSections({ partner: c.get('partner') });
  const site = found(await siteRepo(app.db, scope, section).find({ id }));
  await checkFiles({ app }, site);
  return site.id;
}

/** Sends what is written to the body. The reader may leave or be too slow, and the source may fail: then the answer is cut off. */
function streamed(
  write: (body: PassThrough, signal: AbortSignal) => Promise<void>,
  headers: Record<string, string>,
): Response {
  const body = new PassThrough();
  const gone = new AbortController();
  const ended = watchReader(body, () => gone.abort());
  body.once('close', () => {
    ended();
    gone.abort();
  });
  write(body, gone.signal).catch((error: unknown) =>
    body.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>, { headers });
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? '';

async function sendFile(app: AppContext, c: PanelContext): Promise<Response> {
  const asked = v.safeParse(FileQuery, { id: c.req.param('id'), path: c.req.query('path') });
  const siteId = asked.success ? await siteOf(app, c, asked.output.id) : null;
  if (!asked.success || siteId === null) return plainError('NOT_FOUND');
  const { path } = asked.output;
  const { size } = found(await app.hosting.fileFacts(siteId, path));
  const name = nameOf(path);
  const headers = { ...headersOf(name, typeOf(name)), 'content-length': String(size) };
  // Nobody would read the body of an answer to HEAD, so that it would keep its place among the transfers.
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  return streamed((body, signal) => app.hosting.sendFile(siteId, path, size, body, signal), headers);
}

async function sendZip(app: AppContext, c: PanelContext): Promise<Response> {
  const asked = v.safeParse(FileZipQuery, { id: c.req.param('id'), paths: c.req.queries('path') });
  const siteId = asked.success ? await siteOf(app, c, asked.output.id) : null;
  if (!asked.success || siteId === null) return plainError('NOT_FOUND');
  const { paths } = asked.output;
  const [first = ''] = paths;
  const headers = headersOf(paths.length === 1 ? `${nameOf(first)}.zip` : 'files.zip', 'application/zip');
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  return streamed((body, signal) => app.hosting.sendZip(siteId, paths, body, signal), headers);
}

/** Downloads of files of sites and applications, for who can open them; 404 for everybody else. */
export function fileDownloads(app: AppContext): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  const answering = (send: typeof sendFile) => async (c: PanelContext) => {
    try {
      return await send(app, c);
    } catch (error) {
      if (error instanceof ElsewhereError) throw error;
      if (error instanceof PanelError) return plainError(error.code);
      if (error instanceof HostingError) return plainError('SITE_UNAVAILABLE', {}, { reason: error.message });
      throw error;
    }
  };
  pages.get(`${FILE_DOWNLOAD_PATH}:id`, answering(sendFile));
  pages.get(`${FILE_ZIP_PATH}:id`, answering(sendZip));
  return pages;
}
