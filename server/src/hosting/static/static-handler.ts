import type { IncomingMessage, ServerResponse } from 'node:http';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasFile, safePath, sendFile } from './static-files.ts';

/** How long the folder of a site is away at most while it is replaced, and how often that is looked at. */
const REPLACED_MS = 500;
const LOOK_MS = 5;
const LATE_MS = 20;

/** Answers a request for a static site: files, `index.html` of folders, `name` for `name.html`, the site's 404.html. */
export async function serveStaticSite(root: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return plain(res, 405, 'This site answers GET and HEAD only.\n', { allow: 'GET, HEAD' });
  const decoded = safePath(req.url ?? '/');
  if (decoded === null) return plain(res, 404, 'Not found.\n');
  const began = Date.now();
  if (await sendFound(root, decoded, req, res)) return;
  if ((await isReplaced(path.dirname(root), began)) && (await sendFound(root, decoded, req, res))) return;
  if (await sendFile(root, '/404.html', req, res, 404)) return;
  plain(res, 404, 'This page could not be found.\n');
}

async function sendFound(root: string, decoded: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  if (decoded.endsWith('/')) return sendFile(root, `${decoded}index.html`, req, res);
  if (await sendFile(root, decoded, req, res)) return true;
  if (await hasFile(root, `${decoded}/index.html`)) {
    redirect(res, req.url ?? '/');
    return true;
  }
  return path.extname(decoded) === '' && sendFile(root, `${decoded}.html`, req, res);
}

/**
 * Whether the folder of a site was replaced since a time, for which it is away for a moment: a file that was not found then
 * may be there. A rename changes the time of what it moves; file systems are some milliseconds late.
 */
async function isReplaced(folder: string, since: number): Promise<boolean> {
  for (let left = REPLACED_MS; left > 0; left -= LOOK_MS) {
    const found = await lstat(folder).catch(() => null);
    if (found !== null) return left < REPLACED_MS || found.ctimeMs >= since - LATE_MS;
    await wait(LOOK_MS);
  }
  return false;
}

/** Redirects to the same path with a slash; reduces leading slashes to one, because several would name another host. */
function redirect(res: ServerResponse, target: string): void {
  const [pathname = '/', ...query] = target.split('?');
  const location = `${pathname.replace(/^\/+/, '/')}/${query.length > 0 ? `?${query.join('?')}` : ''}`;
  res.writeHead(308, { location }).end();
}

function plain(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  res.end(text);
}
